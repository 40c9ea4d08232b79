import { pino } from 'pino'
import { expect } from 'vitest'
import type { Store } from '../../server/store/store.ts'
import { test as base } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'

/** A server whose store can be made to fail for one test, and the lines of its log since. */
const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('logging', { scope: 'file' }, async ({}, { onCleanup }) => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const server = await startTestServer({ accessLog: false }, { log })
    onCleanup(() => server[Symbol.asyncDispose]())
    return { server, lines, token: await server.token() }
  })
  .extend('failing', async ({ logging: { server, lines } }, { onCleanup }) => {
    const sound = { ...server.app.store }
    lines.length = 0
    onCleanup(() => void Object.assign(server.app.store, sound))
    return (methods: Partial<Store>) => void Object.assign(server.app.store, methods)
  })

const wallet = { tenantId: tenants.first, custodianId: custodians.copper }
const inputOf = (input: object) => encodeURIComponent(JSON.stringify(input))
const stream = { headers: { 'trpc-accept': 'application/jsonl' } }

const ways: Readonly<Record<string, readonly [path: string, init?: RequestInit]>> = {
  'a list over REST': ['/platform/admin/tenants'],
  'a page over REST': ['/platform/admin/tenants?limit=5'],
  'a kept read over REST': [`/tenant/${tenants.first}/custodians/${custodians.copper}/wallets`],
  'a list over tRPC': ['/trpc/tenants.list'],
  'a kept read over tRPC': [`/trpc/custodians.wallets?input=${inputOf(wallet)}`],
  'a kept read as a batch': [`/trpc/custodians.wallets?batch=1&input=${inputOf({ 0: wallet })}`],
  'a batch over tRPC': [`/trpc/tenants.list,session.whoAmI?batch=1`],
  'a kept read in a batch': [`/trpc/custodians.wallets,session.whoAmI?batch=1&input=${inputOf({ 0: wallet, 1: {} })}`],
  'a streamed batch': [`/trpc/tenants.list,session.whoAmI?batch=1`, stream],
}

const throws = {
  enumerable: true,
  get() {
    throw new Error('a bug')
  },
}
/** A tenant, and a wallet, whose id is found out only while it is written. */
const unwritable = [Object.defineProperties({}, { id: throws, walletId: throws })]
const faults = {
  'that throws': async () => {
    throw new Error('a bug')
  },
  'whose answer cannot be written': async () => unwritable as never,
}

const cases = Object.keys(ways).flatMap((way) => Object.keys(faults).map((fault) => [way, fault] as const))

const title = '%s %s is an UnexpectedError whose cause is in the log under its request ID'

test.for(cases)(title, async ([way, fault], { logging: { server, token, lines }, failing }) => {
  const fail = faults[fault as keyof typeof faults]
  const listing = async () => {
    const value = await fail()
    return { custodianId: '1', custodianName: 'x', custodianProvider: 'x', wallets: value } as never
  }
  const page = async () => ({ rows: await fail(), next: null })
  failing({ listTenants: fail, tenantsPage: page, walletListing: listing })
  const [path, init] = ways[way] as readonly [string, RequestInit?]
  const response = await server.rest(token, path, init)
  const requestId = response.headers.get('request-id')
  const text = await response.text()
  expect(text).toContain('"code":"UnexpectedError"')
  if (way.includes('tRPC')) expect(text).toContain(`"requestId":"${requestId}"`)
  const causes = lines.map((line) => JSON.parse(line)).filter(({ err }) => err)
  expect(causes).toHaveLength(1)
  expect(causes[0]).toMatchObject({
    level: 50,
    requestId,
    err: { message: expect.stringContaining('a bug') },
  })
})

import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Store } from '../../server/store/store.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

let server: TestServer
let token: string
let sound: Store
const lines: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  server = await startTestServer({ accessLog: false }, { log })
  token = await server.token()
  sound = { ...server.app.store }
})
afterEach(() => {
  Object.assign(server.app.store, sound)
  lines.length = 0
})
afterAll(() => server[Symbol.asyncDispose]())

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

/** What the caller learns of its failed call. */
async function failureOf([path, init]: readonly [string, RequestInit?]) {
  const response = await server.rest(token, path, init)
  const text = await response.text()
  return { requestId: response.headers.get('request-id'), text }
}

const cases = Object.keys(ways).flatMap((way) => Object.keys(faults).map((fault) => [way, fault] as const))

test.each(cases)('%s %s is an UnexpectedError whose cause is in the log under its request ID', async (way, fault) => {
  const fail = faults[fault as keyof typeof faults]
  const listing = async () => {
    const value = await fail()
    return { custodianId: '1', custodianName: 'x', custodianProvider: 'x', wallets: value } as never
  }
  const page = async () => ({ rows: await fail(), next: null })
  Object.assign(server.app.store, { listTenants: fail, tenantsPage: page, walletListing: listing })
  const { requestId, text } = await failureOf(ways[way] as never)
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

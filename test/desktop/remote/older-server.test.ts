import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operations } from '../../../shared/operations.ts'
import { anyToken, bearer, createConsole, profileAt } from './ask.ts'

type Recorded = {
  readonly values: Readonly<Record<string, unknown>>
  readonly unknownProcedure: object
  readonly unknownMember: object
}

const recorded: Recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'older-answers.json'), 'utf8'))
const { values } = recorded
const asked: string[] = []

/** Answers as the recorded server did. */
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://older')
  const path = pathname.replace('/trpc/', '')
  const isRefused = searchParams.get('input')?.includes('contracts')
  const [status, body] = isRefused
    ? [400, recorded.unknownMember]
    : path in values
      ? [200, { result: { data: values[path] } }]
      : [404, recorded.unknownProcedure]
  asked.push(path)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
const console = createConsole()

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
beforeEach(() => asked.splice(0))
afterAll(async () => {
  await console[Symbol.asyncDispose]()
  server.close()
})

type Name = keyof typeof operations

const ask = (path: Name, input: object = {}) => {
  const profile = profileAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return console.forwarder.forward({ profile, token: bearer(anyToken()) }, { path, input })
}

test.each(Object.keys(values) as Name[])(
  'the answer to %s of an older server is read, with defaults for later members',
  async (path) => {
    const given = await ask(path)
    expect(given).toMatchObject({ ok: true, value: { output: values[path] } })
    const parsed = operations[path].output.safeParse(given.ok && given.value.output)
    expect(parsed.error?.issues ?? []).toEqual([])
  },
)

test('the rotations of an older server are read as one page, with a request that it knows', async () => {
  const given = await ask('custodians.rotationsPage', { custodianId: '12', limit: 50 })
  const rotations = values['custodians.rotations'] as readonly object[]
  const items = rotations.map((rotation) => ({ ...rotation, retryOf: null }))
  expect(given).toMatchObject({ ok: true, value: { output: { items, nextCursor: null } } })
  expect(asked).toEqual(['custodians.rotationsPage', 'custodians.rotations'])
})

test('the reserves of an older server arrive without contracts when contracts are requested', async () => {
  const given = await ask('reports.reserves', { contracts: true })
  expect(given).toMatchObject({ ok: true, value: { output: values['reports.reserves'] } })
  expect(asked).toEqual(['reports.reserves', 'reports.reserves'])
})

test.each([
  ['a page after the first', 'custodians.rotationsPage', { custodianId: '12', cursor: 'abc' }],
  ['an optional list that it lacks', 'tenants.listPage', {}],
] as const)('an older server is asked only once for %s', async (_, path, input) => {
  expect(await ask(path, input)).toMatchObject({ ok: false, error: { code: 'NotFound' } })
  expect(asked).toEqual([path])
})

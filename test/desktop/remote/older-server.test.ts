import { describe, expect, test } from 'vitest'
import { operations } from '../../../shared/operations.ts'
import { anyToken, bearer, createConsole, profileAt } from './ask.ts'
import { beforeDisabling, beforePages, type Recording, startRecordedServer } from './recorded-server.ts'

type Name = keyof typeof operations

/** A console and a server that answers as recorded. */
async function open(recording: Recording) {
  await using made = new AsyncDisposableStack()
  const { forwarder } = made.use(createConsole())
  const { url, asked } = made.use(await startRecordedServer(recording))
  const owned = made.move()
  return {
    asked,
    ask: (path: Name, input: object = {}) =>
      forwarder.forward({ profile: profileAt(url), token: bearer(anyToken()) }, { path, input }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

describe.for([
  ['lists had pages', beforePages],
  ['tokens and networks could be disabled', beforeDisabling],
] as const)('of a server before %s', ([, recording]) => {
  const { values } = recording

  test.for(Object.keys(values) as Name[])('the answer to %s is read, with defaults for later members', async (path) => {
    await using server = await open(recording)
    const given = await server.ask(path)
    expect(given).toMatchObject({ ok: true, value: { output: values[path] } })
    const parsed = operations[path].output.safeParse(given.ok && given.value.output)
    expect(parsed.error?.issues ?? []).toEqual([])
  })
})

test('the rotations of an older server are read as one page, with a request that it knows', async () => {
  await using server = await open(beforePages)
  const given = await server.ask('custodians.rotationsPage', { custodianId: '12', limit: 50 })
  const rotations = beforePages.values['custodians.rotations'] as readonly object[]
  const items = rotations.map((rotation) => ({ ...rotation, retryOf: null }))
  expect(given).toMatchObject({ ok: true, value: { output: { items, nextCursor: null } } })
  expect(server.asked).toEqual(['custodians.rotationsPage', 'custodians.rotations'])
})

test('the reserves of an older server arrive without contracts when contracts are requested', async () => {
  await using server = await open(beforePages)
  const given = await server.ask('reports.reserves', { contracts: true })
  expect(given).toMatchObject({ ok: true, value: { output: beforePages.values['reports.reserves'] } })
  expect(server.asked).toEqual(['reports.reserves', 'reports.reserves'])
})

test.for([
  ['a page after the first', 'custodians.rotationsPage', { custodianId: '12', cursor: 'abc' }],
  ['an optional list that it lacks', 'tenants.listPage', {}],
] as const)('an older server is asked only once for %s', async ([, path, input]) => {
  await using server = await open(beforePages)
  expect(await server.ask(path, input)).toMatchObject({ ok: false, error: { code: 'NotFound' } })
  expect(server.asked).toEqual([path])
})

test('a change that an older server lacks is not found, and nothing was changed', async () => {
  await using server = await open(beforeDisabling)
  const given = await server.ask('tokens.disable', { tokenId: '1', version: 1 })
  expect(given).toMatchObject({ ok: false, error: { code: 'NotFound', changed: 'nothing' } })
})

test('the search of an older server finds no webhooks', async () => {
  const empty = { custodians: [], wallets: [], tenants: [], tokens: [], rotations: [], auditRecords: [] }
  const found = { ...empty, tenants: [{ id: '1', name: 'First Trust' }], searched: ['tenants'], more: [] }
  await using server = await open({ ...beforeDisabling, values: { 'search.find': found } })
  const given = await server.ask('search.find', { query: 'trust' })
  expect(given).toMatchObject({ ok: true, value: { output: { ...found, webhooks: [] } } })
})

import { expect, test } from 'vitest'
import { type OperationName, operations } from '../../../shared/operations.ts'
import { hostileValue, startHostileServer } from './hostile-server.ts'

const names = Object.keys(operations) as OperationName[]
const payload = '"><img src=x onerror=alert(1)>\u202e'

test('the hostile server answers each operation by its schema, with the payload in every text', () => {
  for (const name of names)
    expect(operations[name].output.safeParse(hostileValue(name, { payload, rows: 3 })).success, name).toBe(true)
  const silent = names.filter((name) => !JSON.stringify(hostileValue(name, { payload })).includes('onerror'))
  expect(silent).toEqual([])
  expect(hostileValue('custodians.list', { payload, rows: 3 })).toHaveLength(3)
})

test('the hostile server answers over HTTP, counts requests and changes its answers on demand', async () => {
  await using server = await startHostileServer({ payload })
  const read = async () => (await (await fetch(`${server.url}/trpc/tenants.list`)).json()) as unknown
  expect(await read()).toEqual({ result: { data: hostileValue('tenants.list', { payload }) } })
  server.turn({ values: { 'tenants.list': [] } })
  expect(await read()).toEqual({ result: { data: [] } })
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array(2).fill('GET /trpc/tenants.list'),
  )
})

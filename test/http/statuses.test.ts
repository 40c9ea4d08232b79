import { beforeAll, expect, test } from 'vitest'
import { contract } from './contract.ts'
import { createObservations } from './observations.ts'
import { scenes } from './scenes.ts'

const observations = createObservations()

beforeAll(async () => {
  for (const play of Object.values(scenes)) await play(observations)
}, 120_000)

const endpointNames = [...contract.keys()]

test.each(endpointNames)('%s answers all that is documented and nothing else', (endpoint) => {
  const documented = [...(contract.get(endpoint)?.values() ?? [])].flatMap(({ outcomes }) => outcomes)
  expect(observations.outcomesOf(endpoint)).toEqual(documented.sort())
})

test('every answer has the body and the headers that are documented for its status', () => {
  expect([...observations.faults]).toEqual([])
})

test('an answer with another body or other headers would be noticed', () => {
  const body = JSON.stringify({ isSuccess: true, isFailure: false, error: null, value: { status: 'bad' } })
  const headers = { 'content-type': 'application/json', 'request-id': '1', 'retry-after': '5' }
  const faults = contract.get('GET /livez')?.get(200)?.faultsOf({ status: 200, headers, body })
  expect(faults).toEqual([
    'lacks api-supported-versions',
    'has retry-after, undocumented',
    expect.stringContaining('value/status'),
  ])
})

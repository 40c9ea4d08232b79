import { beforeAll, expect, test } from 'vitest'
import { mediaTypes } from '../../server/http/response/number-form.ts'
import { contract, stringsContract } from './contract.ts'
import { withHeader } from './mistakes.ts'
import { createObservations } from './observations.ts'
import { scenes } from './scenes.ts'

const observations = createObservations()

beforeAll(async () => {
  for (const play of Object.values(scenes)) await play(observations)
}, 600_000)

/** What is documented of sign-in needs a provider: `test/sign-in/documented.test.ts`. */
const endpointNames = [...contract.keys()].filter((endpoint) => !endpoint.includes(' /auth/'))

test.each(endpointNames)('%s answers all that is documented and nothing else', (endpoint) => {
  const documented = [...(contract.get(endpoint)?.values() ?? [])].flatMap(({ outcomes }) => outcomes)
  expect(observations.outcomesOf(endpoint)).toEqual(documented.sort())
})

test('every answer has the body and the headers that are documented for its status', () => {
  expect([...observations.faults]).toEqual([])
})

test('asked for numbers as strings, every answer has the type, body and headers of the document that describes those', async () => {
  const asked = createObservations(stringsContract, withHeader('accept', mediaTypes.string))
  await scenes.callers?.(asked)
  await scenes.strangers?.(asked)
  expect([...asked.faults]).toEqual([])
  for (const endpoint of endpointNames)
    expect(asked.outcomesOf(endpoint)).toEqual(
      expect.arrayContaining(endpoint.endsWith('z') ? ['200'] : ['401 Unauthenticated']),
    )
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

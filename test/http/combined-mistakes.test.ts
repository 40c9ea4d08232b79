import fc from 'fast-check'
import { expect } from 'vitest'
import { test as base } from '../harness/fixtures.ts'
import { contract, outcomeOf } from './contract.ts'
import { type EndpointScene, setEndpointScene } from './endpoint-scene.ts'
import { type Change, mistakes, withBody } from './mistakes.ts'

let stage: EndpointScene

const test = base.extend('config', { scope: 'file' }, { limits: { failedAuthentications: 100_000 } })

test.beforeAll(async ({ server }) => {
  stage = await setEndpointScene(server)
})

const anyBody: fc.Arbitrary<Change> = fc.json().map((text) => (sent) => withBody(sent, text))
const anyQuery: fc.Arbitrary<Change> = fc
  .webQueryParameters()
  .map((query) => (sent) => ({ ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}${query}` }))
const anyMistake: fc.Arbitrary<Change> = fc.constantFrom(...Object.values(mistakes))

test('any combination of mistakes in a request has a documented answer', async () => {
  const changes = fc.array(fc.oneof(anyBody, anyQuery, anyMistake), { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.nat(stage.calls.length - 1), changes, async (place, wrong) => {
      const call = stage.calls[place] as EndpointScene['calls'][number]
      const answer = await stage.send(wrong.reduce((sent, change) => change(sent, call), stage.sent(call)))
      const described = contract.get(call.endpoint)?.get(answer.status)
      expect(described?.outcomes).toContain(outcomeOf(answer))
      expect(described?.faultsOf(answer)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { replyFailure } from '../../server/http/response/failure-reply.ts'
import { EnvelopeError } from '../../shared/envelope.ts'
import { type Failure, type FailureCode, failureCodes, failureOfCode } from '../../shared/failure.ts'

const codes = Object.keys(failureCodes) as FailureCode[]

/** What either transport answers for a failure. */
async function answersOf(failure: Failure): Promise<{ rest: object; trpc: object }> {
  await using app = fastify()
  app.decorateRequest('failureCode', null)
  for (const path of ['/rest', '/trpc/call']) app.get(path, (request, reply) => replyFailure(request, reply, failure))
  const bodyOf = async (path: string) => (await app.inject(path)).json()
  const rest = await bodyOf('/rest')
  const trpc = await bodyOf('/trpc/call')
  return { rest: rest.error, trpc: trpc.error.data.failure }
}

test.each(codes)('%s says through both transports what it changed', async (code) => {
  const { rest, trpc } = await answersOf(failureOfCode(code))
  const facts = { changed: failureCodes[code].changed, verdict: null, provider: null, cause: null }
  expect(rest).toMatchObject(facts)
  expect(trpc).toMatchObject(facts)
  expect(EnvelopeError.parse(rest)).toEqual(rest)
})

test('a failure of the provider names verdict, provider and cause through both transports', async () => {
  const facts = { verdict: 'unreachable', provider: 'copper', cause: 'tls-expired' } as const
  const { rest, trpc } = await answersOf(failureOfCode('ProviderUnavailable', facts))
  expect(rest).toMatchObject({ changed: 'nothing', ...facts })
  expect(trpc).toMatchObject({ changed: 'nothing', ...facts })
})

test('only failures that leave the outcome open say that it is unknown', () => {
  const unknown = codes.filter((code) => failureCodes[code].changed === 'unknown')
  expect(unknown).toEqual(['OutcomeUnknown', 'UnexpectedError'])
})

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { envelope } from '../../../shared/envelope.ts'
import { ok } from '../../../shared/result.ts'
import type { Readiness } from '../../core/readiness.ts'
import { replyFailure } from '../response/failure-reply.ts'
import { contentTypes, numberFormOf } from '../response/number-form.ts'

/** `/livez`: the process answers, however busy it is. `/readyz`: it can do its work. Neither needs a token. */
export function addHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  const fine = JSON.stringify(envelope(ok({ status: 'ok' })))
  const replyFine = ({ headers }: FastifyRequest, reply: FastifyReply) =>
    reply.header('vary', 'accept').type(contentTypes[numberFormOf(headers.accept)]).send(fine)
  app.get('/livez', { config: { pressureHandler: () => {} } }, (request, reply) => replyFine(request, reply))
  app.get('/readyz', async (request, reply) => {
    const failure = await readiness()
    return failure ? replyFailure(request, reply, failure) : replyFine(request, reply)
  })
}

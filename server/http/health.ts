import type { FastifyInstance } from 'fastify'
import { envelope } from '../../shared/envelope.ts'
import { failureOfCode } from '../../shared/failure.ts'
import { succeed } from '../../shared/result.ts'
import { replyFailure } from './failure-reply.ts'

/** `/livez`: the process answers, however busy it is. `/readyz`: it can do its work. Neither needs a token. */
export function addHealthRoutes(app: FastifyInstance, isReady: () => boolean): void {
  const fine = JSON.stringify(envelope(succeed({ status: 'ok' })))
  app.get('/livez', { config: { pressureHandler: () => {} } }, (_request, reply) =>
    reply.type('application/json').send(fine),
  )
  app.get('/readyz', (request, reply) =>
    isReady() ? reply.type('application/json').send(fine) : replyFailure(request, reply, failureOfCode('NotReady')),
  )
}

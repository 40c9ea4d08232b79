import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../../../shared/failure.ts'
import { IdempotencyKey } from '../../../shared/idempotency-key.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { Call } from '../../context/call.ts'

function idempotencyKeyOf({ headers }: FastifyRequest): Result<string | null> {
  const key = headers['idempotency-key']
  if (key === undefined) return ok(null)
  const read = IdempotencyKey.safeParse(key)
  return read.success
    ? ok(read.data)
    : fail('ValidationError', { info: read.error.issues.map(({ message }) => `Idempotency-Key: ${message}`) })
}

/** What the operations need to know of an authenticated request; what they report goes into headers of the reply. */
export function callOf(request: FastifyRequest, reply: FastifyReply): Result<Call> {
  const idempotencyKey = idempotencyKeyOf(request)
  if (!idempotencyKey.ok) return idempotencyKey
  if (!request.principal) return fail('Unauthenticated')
  return ok({
    principal: request.principal,
    requestId: request.id,
    idempotencyKey: idempotencyKey.value,
    onRotation: (rotationId) => reply.header('rotation-id', rotationId),
    onReplay: () => reply.header('idempotent-replayed', 'true'),
  })
}

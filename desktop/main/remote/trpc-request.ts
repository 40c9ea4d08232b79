import { type OperationName, operations } from '../../../shared/operations.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { OutgoingRequest } from './connections.ts'
import type { Fault } from './fault.ts'

/** An operator token, revealed only where it is sent. */
export type Bearer = { reveal(): string }

export type ApiRequest = {
  readonly path: OperationName
  readonly input: unknown
  readonly idempotencyKey?: string | undefined
}

type Unsent = Omit<OutgoingRequest, 'signal'>

const notSent = (code: Fault['code'], ...reasons: string[]): Result<never, Fault> =>
  err({ code, reasons, mayBeSent: false })

function jsonOf(input: unknown): string | null {
  try {
    const json = JSON.stringify(input ?? {})
    return json?.isWellFormed() ? json : null
  } catch {
    return null
  }
}

/** The call as a tRPC request without batching: a query in the URL, a mutation in the body. */
export function buildTrpcRequest({ path, input, idempotencyKey }: ApiRequest, token: Bearer): Result<Unsent, Fault> {
  const json = jsonOf(input)
  if (json === null) return notSent('ValidationError', 'input: cannot be written as JSON')
  if (!/^[\x21-\x7e]+$/.test(token.reveal())) return notSent('NotAToken')
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token.reveal()}`,
    'user-agent': 'strongroom-console',
  }
  if (operations[path].kind === 'query')
    return ok({ method: 'GET', path: `/trpc/${path}?input=${encodeURIComponent(json)}`, headers })
  const more = { 'content-type': 'application/json', ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) }
  return ok({ method: 'POST', path: `/trpc/${path}`, headers: { ...headers, ...more }, body: json })
}

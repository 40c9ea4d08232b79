import { type OperationName, operations } from '../../../shared/operations.ts'
import type { Sent } from './connections.ts'
import { type Fault, faulty, fine, type Outcome } from './fault.ts'

/** An operator token, shown only where it is sent. */
export type Bearer = { reveal(): string }

export type ApiRequest = {
  readonly path: OperationName
  readonly input: unknown
  readonly idempotencyKey?: string | undefined
}

type Unsent = Omit<Sent, 'signal'>

const notSent = (code: Fault['code'], ...reasons: string[]) => faulty({ code, reasons, mayBeSent: false })

function jsonOf(input: unknown): string | null {
  try {
    const json = JSON.stringify(input ?? {})
    return json?.isWellFormed() ? json : null
  } catch {
    return null
  }
}

/** The call as tRPC has it: a query in the address, a mutation in a body, each on its own. */
export function trpcRequest({ path, input, idempotencyKey }: ApiRequest, token: Bearer): Outcome<Unsent> {
  const json = jsonOf(input)
  if (json === null) return notSent('ValidationError', 'input: cannot be written as JSON')
  if (!/^[\x21-\x7e]+$/.test(token.reveal())) return notSent('NotAToken')
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token.reveal()}`,
    'user-agent': 'strongroom-console',
  }
  if (operations[path].kind === 'query')
    return fine({ method: 'GET', path: `/trpc/${path}?input=${encodeURIComponent(json)}`, headers })
  const more = { 'content-type': 'application/json', ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) }
  return fine({ method: 'POST', path: `/trpc/${path}`, headers: { ...headers, ...more }, body: json })
}

import { z } from 'zod'
import { ChangedSchema } from '../../../shared/envelope.ts'
import type { Changed } from '../../../shared/failure.ts'
import { type Input, type OperationName, type Output, operations } from '../../../shared/operations.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Secret } from '../../../shared/secret.ts'
import { outputs } from '../../../shared/tolerant.ts'
import { nameUnseen } from '../../../shared/unseen-characters.ts'
import { serverVersion } from '../../platform/version.ts'
import { reasonOf } from './network-reasons.ts'
import { type NoAnswer, type Response, sendOnce, type TrustedServer, type UnsentRequest } from './send-once.ts'

/** Why a call has no result. The codes beyond those of the server are `Unreachable` and `AnswerUnreadable`. */
export type RemoteFailure = {
  readonly code: string
  readonly message: string
  readonly info: readonly string[]
  readonly changed: Changed
  readonly verdict: string | null
  readonly provider: string | null
  readonly cause: string | null
  readonly requestId: string | null
  readonly rotationId: string | null
}

export type CallOptions = { readonly idempotencyKey?: string; readonly signal?: AbortSignal }

/** The API of one server, as one operator. A call is sent exactly once and never throws for what a server or network does. */
export type Api = {
  readonly server: TrustedServer
  call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<Result<Output<Name>, RemoteFailure>>
}

export type Access = { readonly server: TrustedServer; readonly token: Secret; readonly timeoutMs: number }

/** Texts of a server go to a terminal. */
const Line = z.string().transform((text) => nameUnseen(text.slice(0, 2_000)))
const Word = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,60}$/)
  .nullable()
  .catch(null)
const VisibleId = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .nullable()
  .catch(null)

const ServerFailure = z.object({
  code: z.string().regex(/^[A-Za-z]{1,60}$/),
  message: Line,
  info: z.array(Line).catch([]),
  changed: ChangedSchema.catch('unknown'),
  verdict: Word,
  provider: Word,
  cause: Word,
  requestId: VisibleId,
  rotationId: VisibleId,
})

const Success = z.object({ result: z.object({ data: z.unknown() }) })
const Refusal = z.object({ error: z.object({ data: z.object({ failure: ServerFailure }) }) })
/** How a server answers on any path when a request is not valid HTTP or comes too slowly. */
const RestRefusal = z.object({ isFailure: z.literal(true), error: ServerFailure })

const unknownFacts = { info: [], verdict: null, provider: null, cause: null, requestId: null, rotationId: null }

/** Mutations that store nothing but audit records. */
const storesNothing: ReadonlySet<OperationName> = new Set(['custodians.validateApiKeys', 'custodians.checkApiKeys'])

const mayChange = (name: OperationName) => operations[name].kind === 'mutation' && !storesNothing.has(name)

/** A query changes nothing. A mutation that may have been sent may have taken effect. */
const changedBy = (name: OperationName, mayBeSent: boolean): Changed =>
  mayChange(name) && mayBeSent ? 'unknown' : 'nothing'

const unanswered = (name: OperationName, { code, mayBeSent }: NoAnswer): RemoteFailure => ({
  ...unknownFacts,
  code: 'Unreachable',
  message: reasonOf(code),
  cause: code,
  changed: changedBy(name, mayBeSent),
})

const unreadable = (name: OperationName, { status, headers }: Response): RemoteFailure => ({
  ...unknownFacts,
  code: 'AnswerUnreadable',
  message: `the answer is not from Strongroom (HTTP ${status})`,
  changed: changedBy(name, true),
  requestId: VisibleId.parse(headers['request-id'] ?? null),
  rotationId: VisibleId.parse(headers['rotation-id'] ?? null),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusalIn(name: OperationName, json: unknown): RemoteFailure | null {
  const failure = RestRefusal.safeParse(json).data?.error ?? Refusal.safeParse(json).data?.error.data.failure
  if (!failure) return null
  return { ...failure, changed: mayChange(name) ? failure.changed : 'nothing' }
}

function readAnswer(name: OperationName, response: Response): Result<unknown, RemoteFailure> {
  const json = parsed(response.body)
  if (response.status !== 200) return err(refusalIn(name, json) ?? unreadable(name, response))
  const success = Success.safeParse(json)
  const value = z.safeParse(outputs[name], success.data?.result.data)
  return success.success && value.success ? ok(value.data) : err(unreadable(name, response))
}

function requestOf(name: OperationName, input: unknown, { idempotencyKey }: CallOptions): UnsentRequest {
  const json = JSON.stringify(input)
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': `strongroom/${serverVersion}`,
  }
  if (operations[name].kind === 'query')
    return { method: 'GET', path: `/trpc/${name}?input=${encodeURIComponent(json)}`, headers }
  const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  return {
    method: 'POST',
    path: `/trpc/${name}`,
    headers: { ...headers, ...key, 'content-type': 'application/json' },
    body: json,
  }
}

const hasStatus = (response: Response | NoAnswer): response is Response => 'status' in response

export function createApi({ server, token, timeoutMs }: Access): Api {
  async function call(
    name: OperationName,
    input: unknown,
    options: CallOptions,
  ): Promise<Result<unknown, RemoteFailure>> {
    const request = requestOf(name, input, options)
    const headers = { ...request.headers, authorization: `Bearer ${token.reveal()}` }
    const response = await sendOnce(server, { ...request, headers }, { timeoutMs, signal: options.signal })
    return hasStatus(response) ? readAnswer(name, response) : err(unanswered(name, response))
  }
  return { server, call: (name, input, options = {}) => call(name, input, options) as never }
}

import { isUtf8 } from 'node:buffer'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { ChangedSchema } from '../../../shared/envelope.ts'
import { type OperationName, operations } from '../../../shared/operations.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { outputs, whereWrong } from '../../../shared/tolerant.ts'
import { type ConsoleFailure, isConsoleCode, type ServerReply, type Trace } from '../../bridge/failures.ts'
import { t } from '../../words/words.ts'
import { type Fault, failureOfFault, unreadableAnswer } from './fault.ts'
import { boundsFault } from './json-scan.ts'

const mostCharacters = 2_000
const mostLines = 100

const shortened = z.string().transform((text) => text.slice(0, mostCharacters))

/** A code of the server: also one that this console does not know, but never one of the console's own. */
const Code = z
  .string()
  .regex(/^[A-Za-z]{1,60}$/)
  .refine((code) => !isConsoleCode(code), 'is a code of the console itself')

const VisibleId = z.string().regex(/^[\x21-\x7e]{1,255}$/)
const Seconds = z.coerce.number().int().min(0).max(86_400)

/** A word for machines; one that only a newer server knows is kept too. */
const FactWord = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,59}$/)
  .nullable()
  .catch(null)

/** `data.failure` of tRPC's error shape. */
export const ServerFailure = z.object({
  code: Code,
  message: shortened,
  info: z.array(shortened).transform((lines) => lines.slice(0, mostLines)),
  requestId: VisibleId.nullish().catch(null),
  rotationId: VisibleId.nullish().catch(null),
  retryAfterSeconds: Seconds.nullish().catch(null),
  value: z.unknown().optional(),
  // An older server sends none of these.
  changed: ChangedSchema.catch('unknown'),
  verdict: FactWord,
  provider: FactWord,
  cause: FactWord,
})
export type ServerFailure = z.infer<typeof ServerFailure>

type Headers = Readonly<Record<string, string | string[] | undefined>>

const headerOf = <Value>(headers: Headers, name: string, schema: z.core.$ZodType<Value>): Value | null =>
  z.safeParse(schema, headers[name]).data ?? null

/** What the headers say to find a call again. */
export const traceIn = (headers: Headers): Trace => ({
  requestId: headerOf(headers, 'request-id', VisibleId),
  rotationId: headerOf(headers, 'rotation-id', VisibleId),
})

/** What the headers say about an answer, regardless of its body. */
export const factsIn = (headers: Headers) => ({
  ...traceIn(headers),
  retryAfterSeconds: headerOf(headers, 'retry-after', Seconds),
})

/** The failure as the screens show it; `value` only as what the operation may answer. */
export function consoleFailureOf(failure: ServerFailure, headers: Headers, output: z.core.$ZodType): ConsoleFailure {
  const facts = factsIn(headers)
  return {
    code: failure.code as ConsoleFailure['code'],
    message: failure.message,
    info: failure.info,
    changed: failure.changed,
    verdict: failure.verdict as ConsoleFailure['verdict'],
    provider: failure.provider as ConsoleFailure['provider'],
    cause: failure.cause,
    requestId: failure.requestId ?? facts.requestId,
    rotationId: failure.rotationId ?? facts.rotationId,
    retryAfterSeconds: facts.retryAfterSeconds ?? failure.retryAfterSeconds ?? null,
    value: z.safeParse(output, failure.value).data ?? null,
  }
}

/** Whether a text is anywhere in plain data, be it in a member's name. */
export function containsText(data: unknown, text: string): boolean {
  if (typeof data === 'string') return data.includes(text)
  if (typeof data !== 'object' || data === null) return false
  return Object.entries(data).some(([name, value]) => name.includes(text) || containsText(value, text))
}

type Head = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>

const FailureResponse = z.object({ error: z.object({ data: z.object({ failure: ServerFailure }) }) })
/** A server answers in the shape of REST, on any path, when a request is not valid HTTP or arrives too slowly. */
const RestFailureResponse = z.object({ isFailure: z.literal(true), error: ServerFailure })
const SuccessResponse = z.object({ result: z.object({ data: z.unknown() }) })

/** The failure of an operation whose response cannot be used, with what the headers say. */
export const rejectResponse = (
  path: OperationName,
  fault: Fault,
  { headers }: Pick<Head, 'headers'>,
): Result<never, ConsoleFailure> => err(failureOfFault(fault, operations[path].kind, factsIn(headers)))

/** Reads a complete tRPC response: the operation's output, the server's failure, or why it is neither. */
export function readTrpcAnswer(path: OperationName, head: Head, bytes: Buffer): Result<ServerReply, ConsoleFailure> {
  const reject = (reason: Fault) => rejectResponse(path, reason, head)
  if (!bytes.length) return reject(unreadableAnswer(t('network:response.empty', { status: head.statusCode })))
  if (!isUtf8(bytes)) return reject(unreadableAnswer(t('network:response.notUtf8')))
  const fault = boundsFault(bytes)
  if (fault) return reject(fault)
  const json = parse(bytes)
  if (json === undefined) return reject(unreadableAnswer(t('network:response.notJson')))
  return head.statusCode >= 200 && head.statusCode < 300 ? readValue(path, head, json) : readFailure(path, head, json)
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

function readValue(path: OperationName, head: Head, json: unknown): Result<ServerReply, ConsoleFailure> {
  const envelope = SuccessResponse.safeParse(json)
  if (!envelope.success) return rejectResponse(path, unreadableAnswer(...whereWrong(envelope.error)), head)
  const value = z.safeParse(outputs[path], envelope.data.result.data)
  if (!value.success) return rejectResponse(path, unreadableAnswer(...whereWrong(value.error)), head)
  return ok({ output: value.data, trace: traceIn(head.headers) })
}

function readFailure(path: OperationName, head: Head, json: unknown): Result<never, ConsoleFailure> {
  const show = (failure: ServerFailure) => consoleFailureOf(failure, head.headers, outputs[path])
  const rest = RestFailureResponse.safeParse(json)
  if (rest.success) return err(show(rest.data.error))
  const trpc = FailureResponse.safeParse(json)
  if (trpc.success) return err(show(trpc.data.error.data.failure))
  const reasons = whereWrong(trpc.error).slice(0, 2)
  return rejectResponse(path, unreadableAnswer(`HTTP ${head.statusCode}`, ...reasons), head)
}

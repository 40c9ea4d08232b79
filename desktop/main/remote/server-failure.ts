import { z } from 'zod'
import type { Trace } from '../../bridge/answer.ts'
import { type ConsoleFailure, consoleFailures } from '../../bridge/failures.ts'

const mostCharacters = 2_000
const mostLines = 100

const shortened = z.string().transform((text) => text.slice(0, mostCharacters))

/** A code of the server: also one that this console does not know, but never one of the console's own. */
const Code = z
  .string()
  .regex(/^[A-Za-z]{1,60}$/)
  .refine((code) => !Object.hasOwn(consoleFailures, code), 'is a code of the console itself')

const VisibleId = z.string().regex(/^[\x21-\x7e]{1,255}$/)
const Seconds = z.coerce.number().int().min(0).max(86_400)

/** `data.failure` of tRPC's error shape. */
export const ServerFailure = z.object({
  code: Code,
  message: shortened,
  info: z.array(shortened).transform((lines) => lines.slice(0, mostLines)),
  requestId: VisibleId.nullish().catch(null),
  rotationId: VisibleId.nullish().catch(null),
  retryAfterSeconds: Seconds.nullish().catch(null),
  value: z.unknown().optional(),
})
export type ServerFailure = z.infer<typeof ServerFailure>

type Headers = Readonly<Record<string, string | string[] | undefined>>

const headerOf = <Value>(headers: Headers, name: string, schema: z.ZodType<Value>): Value | null =>
  schema.safeParse(headers[name]).data ?? null

/** What the headers say to find a call again. */
export const traceIn = (headers: Headers): Trace => ({
  requestId: headerOf(headers, 'request-id', VisibleId),
  rotationId: headerOf(headers, 'rotation-id', VisibleId),
})

/** What the headers say of an answer, whatever its body is. */
export const factsIn = (headers: Headers) => ({
  ...traceIn(headers),
  retryAfterSeconds: headerOf(headers, 'retry-after', Seconds),
})

/** The failure as the screens show it; `value` only as what the operation may answer. */
export function consoleFailureOf(failure: ServerFailure, headers: Headers, output: z.ZodType): ConsoleFailure {
  const facts = factsIn(headers)
  return {
    code: failure.code as ConsoleFailure['code'],
    message: failure.message,
    info: failure.info,
    requestId: failure.requestId ?? facts.requestId,
    rotationId: failure.rotationId ?? facts.rotationId,
    retryAfterSeconds: facts.retryAfterSeconds ?? failure.retryAfterSeconds ?? null,
    value: output.safeParse(failure.value).data ?? null,
  }
}

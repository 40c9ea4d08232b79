import { isUtf8 } from 'node:buffer'
import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { type OperationName, operations } from '../../../shared/operations.ts'
import type { ServerAnswer } from '../../bridge/answer.ts'
import { type Fault, failureOfFault, unreadable } from './fault.ts'
import { boundsFault } from './json-bounds.ts'
import { consoleFailureOf, factsIn, ServerFailure, traceIn } from './server-failure.ts'
import { outputs, whereWrong } from './tolerant.ts'

type Head = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>

const Refused = z.object({ error: z.object({ data: z.object({ failure: ServerFailure }) }) })
/** What a server answers as REST does, whatever the path, when a request is hardly HTTP or comes too slowly. */
const Broken = z.object({ isFailure: z.literal(true), error: ServerFailure })
const Done = z.object({ result: z.object({ data: z.unknown() }) })

/** A refusal because of the answer itself, with what its headers say. */
export const refuseAnswer = (
  path: OperationName,
  fault: Fault,
  { headers }: Pick<Head, 'headers'>,
): ServerAnswer<never> => ({
  ok: false,
  error: failureOfFault(fault, operations[path].kind, factsIn(headers)),
})

/** Reads a whole answer of tRPC: the operation's value, the server's failure, or why it is neither. */
export function readTrpcAnswer(path: OperationName, head: Head, bytes: Buffer): ServerAnswer<unknown> {
  const refuse = (...reasons: string[]) => refuseAnswer(path, unreadable(...reasons), head)
  if (!bytes.length) return refuse(`the answer is empty (HTTP ${head.statusCode})`)
  if (!isUtf8(bytes)) return refuse('the answer is not UTF-8')
  const fault = boundsFault(bytes)
  if (fault) return refuseAnswer(path, fault, head)
  const json = parse(bytes)
  if (json === undefined) return refuse('the answer is not JSON, or was cut off')
  return head.statusCode >= 200 && head.statusCode < 300 ? readValue(path, head, json) : readFailure(path, head, json)
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

function readValue(path: OperationName, head: Head, json: unknown): ServerAnswer<unknown> {
  const done = Done.safeParse(json)
  if (!done.success) return refuseAnswer(path, unreadable(...whereWrong(done.error)), head)
  const value = outputs[path].safeParse(done.data.result.data)
  if (!value.success) return refuseAnswer(path, unreadable(...whereWrong(value.error)), head)
  return { ok: true, value: value.data, trace: traceIn(head.headers) }
}

function readFailure(path: OperationName, head: Head, json: unknown): ServerAnswer<never> {
  const show = (failure: ServerFailure) => consoleFailureOf(failure, head.headers, outputs[path])
  const broken = Broken.safeParse(json)
  if (broken.success) return { ok: false, error: show(broken.data.error) }
  const refused = Refused.safeParse(json)
  if (!refused.success)
    return refuseAnswer(path, unreadable(`HTTP ${head.statusCode}`, ...whereWrong(refused.error).slice(0, 2)), head)
  return { ok: false, error: show(refused.data.error.data.failure) }
}

import type { Dispatcher } from 'undici'
import { operations } from '../../../shared/operations.ts'
import type { ServerAnswer } from '../../bridge/answer.ts'
import { headFault } from './answer-head.ts'
import { hangUp, readWhole } from './body.ts'
import type { Connections, Target } from './connections.ts'
import { failureOfFault, unreadable } from './fault.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { olderQueryOf } from './older-server.ts'
import { repeats } from './repeats.ts'
import { readTrpcAnswer, refuseAnswer } from './trpc-answer.ts'
import { type ApiRequest, type Bearer, trpcRequest } from './trpc-request.ts'

export type Caller = { readonly profile: Target; readonly token: Bearer }

export type ApiForwarder = {
  /**
   * Sends one call to the profile's server; every ending is an answer. A mutation is sent once and never again by itself, a
   * query again only to a server that does not know it in the form of today.
   */
  forward(caller: Caller, request: ApiRequest): Promise<ServerAnswer<unknown>>
}

type Parts = { readonly connections: Connections; readonly limits?: Limits }

export const createApiForwarder = ({ connections, limits = defaultLimits }: Parts): ApiForwarder => ({
  forward: async (caller, request) => {
    const given = await ask({ connections, limits }, caller, request)
    const older = given.ok ? null : olderQueryOf(request, given.error.code)
    if (!older) return given
    const answered = await ask({ connections, limits }, caller, older.request)
    return answered.ok ? { ...answered, value: older.read(answered.value) } : answered
  },
})

async function ask(parts: Required<Parts>, caller: Caller, request: ApiRequest): Promise<ServerAnswer<unknown>> {
  const given = await exchange(parts, caller, request)
  if (!repeats(given, caller.token.reveal())) return given
  return refuseAnswer(request.path, unreadable('the answer repeats the operator token'), { headers: {} })
}

async function exchange({ connections, limits }: Required<Parts>, { profile, token }: Caller, request: ApiRequest) {
  const { kind } = operations[request.path]
  const unsent = trpcRequest(request, token)
  if (!unsent.ok) return { ok: false, error: failureOfFault(unsent.fault, kind) } as const
  const response = await connections.send(profile, { ...unsent.value, signal: AbortSignal.timeout(limits.answerMs) })
  if (!response.ok) return { ok: false, error: failureOfFault(response.fault, kind) } as const
  return readAnswer(request, response.value, limits)
}

async function readAnswer({ path }: ApiRequest, response: Dispatcher.ResponseData, limits: Limits) {
  const wrongHead = headFault(response)
  if (wrongHead) return refuseAnswer(path, hangUp(response, wrongHead), response)
  const bytes = await readWhole(response, limits.answerBytes)
  return bytes.ok ? readTrpcAnswer(path, response, bytes.value) : refuseAnswer(path, bytes.fault, response)
}

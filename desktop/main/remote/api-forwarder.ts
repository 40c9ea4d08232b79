import type { Dispatcher } from 'undici'
import { operations } from '../../../shared/operations.ts'
import type { Session } from '../../../shared/session.ts'
import type { Answer, ServerAnswer } from '../../bridge/answer.ts'
import type { Connections, Target } from './connections.ts'
import { failureOfFault, unreadable } from './fault.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { olderQueryOf } from './older-server.ts'
import { hangUp, headFault, readWhole } from './response-body.ts'
import { type ApiRequest, type Bearer, trpcRequest } from './trpc-request.ts'
import { readTrpcAnswer, refuseAnswer, repeats } from './trpc-response.ts'

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

/** Knows whether something that may change a server waits for its answer. */
export type WatchedForwarder = ApiForwarder & { isChanging(): boolean }

export function watchChanges({ forward }: ApiForwarder): WatchedForwarder {
  let open = 0
  return {
    isChanging: () => open > 0,
    async forward(caller, request) {
      if (operations[request.path].kind === 'query') return forward(caller, request)
      open += 1
      return forward(caller, request).finally(() => {
        open -= 1
      })
    },
  }
}

/** Whose token it is and what it may do; also for a token that is not kept yet. */
export const whoAmI = (forwarder: ApiForwarder, caller: Caller): Promise<Answer<Session>> =>
  forwarder.forward(caller, { path: 'session.whoAmI', input: {} }) as Promise<Answer<Session>>

import type { Dispatcher } from 'undici'
import { operations } from '../../../shared/operations.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Session } from '../../../shared/session.ts'
import type { ConsoleFailure, ServerReply } from '../../bridge/failures.ts'
import { t } from '../../words/words.ts'
import type { Connections, RemoteServer } from './connections.ts'
import { failureOfFault, unreadableAnswer } from './fault.ts'
import { defaultRemoteLimits, type RemoteLimits } from './limits.ts'
import { olderQueryOf } from './older-server.ts'
import { destroyBody, headFault, readWhole } from './response-body.ts'
import { type ApiRequest, type Bearer, buildTrpcRequest } from './trpc-request.ts'
import { containsText, readTrpcAnswer, rejectResponse } from './trpc-response.ts'

/** A server and the token to send to it. */
export type AuthenticatedTarget = { readonly profile: RemoteServer; readonly token: Bearer }

type Reply = Result<ServerReply, ConsoleFailure>

export type ApiForwarder = {
  /**
   * Sends one call to the profile's server and never throws. A mutation is sent exactly once. A query is sent a second
   * time only to a server that does not know its present form.
   */
  forward(target: AuthenticatedTarget, request: ApiRequest): Promise<Reply>
}

type Parts = { readonly connections: Connections; readonly limits?: RemoteLimits }

export const createApiForwarder = ({ connections, limits = defaultRemoteLimits }: Parts): ApiForwarder => ({
  forward: async (target, request) => {
    const reply = await send({ connections, limits }, target, request)
    const older = reply.ok ? null : olderQueryOf(request, reply.error.code)
    if (!older) return reply
    const olderReply = await send({ connections, limits }, target, older.request)
    if (!olderReply.ok) return olderReply
    const { output, trace } = olderReply.value
    return ok({ output: older.read(output), trace })
  },
})

async function send(parts: Required<Parts>, target: AuthenticatedTarget, request: ApiRequest): Promise<Reply> {
  const reply = await exchange(parts, target, request)
  if (!containsText(reply, target.token.reveal())) return reply
  return rejectResponse(request.path, unreadableAnswer(t('network:response.hasToken')), { headers: {} })
}

async function exchange(
  { connections, limits }: Required<Parts>,
  { profile, token }: AuthenticatedTarget,
  request: ApiRequest,
): Promise<Reply> {
  const { kind } = operations[request.path]
  const unsent = buildTrpcRequest(request, token)
  if (!unsent.ok) return err(failureOfFault(unsent.error, kind))
  const response = await connections.send(profile, { ...unsent.value, signal: AbortSignal.timeout(limits.answerMs) })
  if (!response.ok) return err(failureOfFault(response.error, kind))
  return readReply(request, response.value, limits)
}

async function readReply(
  { path }: ApiRequest,
  response: Dispatcher.ResponseData,
  limits: RemoteLimits,
): Promise<Reply> {
  const wrongHead = headFault(response)
  if (wrongHead) return rejectResponse(path, destroyBody(response, wrongHead), response)
  const bytes = await readWhole(response, limits.answerBytes)
  return bytes.ok ? readTrpcAnswer(path, response, bytes.value) : rejectResponse(path, bytes.error, response)
}

export type MutationTracker = ApiForwarder & {
  /** Whether a mutation is still waiting for its answer. */
  isMutating(): boolean
}

export function trackMutations({ forward }: ApiForwarder): MutationTracker {
  let open = 0
  return {
    isMutating: () => open > 0,
    async forward(target, request) {
      if (operations[request.path].kind === 'query') return forward(target, request)
      open += 1
      return forward(target, request).finally(() => {
        open -= 1
      })
    },
  }
}

/** Whose token it is and what it may do; also works for a token that is not stored yet. */
export async function fetchSession(
  forwarder: ApiForwarder,
  target: AuthenticatedTarget,
): Promise<Result<Session, ConsoleFailure>> {
  const reply = await forwarder.forward(target, { path: 'session.whoAmI', input: {} })
  return reply.ok ? ok(reply.value.output as Session) : reply
}

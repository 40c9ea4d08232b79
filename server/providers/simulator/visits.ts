import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProviderId } from '../../../shared/providers.ts'
import { copperApi } from './copper-api.ts'
import type { RunningCounters } from './counters.ts'
import { clockOf, decide } from './decide.ts'
import { fireblocksApi } from './fireblocks-api.ts'
import type { Hook } from './hook.ts'
import type { SimulatorKeys } from './key-ring.ts'
import type { LockOut } from './lock-out.ts'
import type { Mode } from './modes.ts'
import type { ProviderApi, Received, Reply, RequestContext } from './provider-api.ts'
import { receive, send } from './wire.ts'

/** One request of one probe; a probe may take two (wallets, then account). */
export type Visit = {
  readonly provider: ProviderId
  readonly apiKey: string
  readonly mode: Mode
  /** Path and query. */
  readonly url: string
}

/** `status` is null if no complete answer was sent. */
export type AnsweredVisit = Visit & { readonly status: number | null }

export type SimulatorParts = {
  readonly keys: SimulatorKeys
  readonly counters: RunningCounters
  readonly lockOut: LockOut
  readonly isFresh: RequestContext['isFresh']
  readonly now: () => number
  readonly redirectTo: string
  readonly requested: Hook<Visit>
  readonly answered: Hook<AnsweredVisit>
}

const apis = [fireblocksApi, copperApi]
const unknownPath: Reply = {
  status: 404,
  body: { message: 'The simulator serves Fireblocks under /v1/ and Copper under /platform/.' },
}

/** Counts the visit and notifies the listeners, now and at its end. */
const announce = async (visit: Visit, response: ServerResponse, parts: SimulatorParts): Promise<void> => {
  parts.counters.arrive(visit.apiKey)
  response.once('close', () => {
    parts.counters.leave(visit.apiKey)
    void parts.answered.emit({ ...visit, status: response.writableFinished ? response.statusCode : null })
  })
  await parts.requested.emit(visit)
}

const serve = async (
  api: ProviderApi,
  received: Received,
  { response, parts }: { response: ServerResponse; parts: SimulatorParts },
) => {
  const apiKey = api.apiKeyOf(received.headers)
  const mode = parts.keys.find(api.provider, apiKey)?.mode ?? 'unknown-key'
  await announce({ provider: api.provider, apiKey, mode, url: received.url }, response, parts)
  // Looked up again: a listener may have changed the mode.
  const key = parts.keys.find(api.provider, apiKey)
  const nowMs = parts.now()
  response.sendDate = false
  response.setHeader('date', new Date(clockOf(key?.mode ?? 'unknown-key', nowMs)).toUTCString())
  const bench = {
    context: { nowMs, isFresh: parts.isFresh },
    lockOut: parts.lockOut,
    redirectTo: parts.redirectTo,
  }
  const decision = await decide(api, received, { key, bench })
  if (typeof decision === 'function') decision(response)
  else send(response, decision)
}

/** Handles one HTTP request; the path selects the provider. */
export const handleVisit = async (
  request: IncomingMessage,
  response: ServerResponse,
  parts: SimulatorParts,
): Promise<void> => {
  const received = await receive(request)
  if (!received) return void request.destroy()
  const api = apis.find(({ prefix }) => received.url.startsWith(prefix))
  if (api) await serve(api, received, { response, parts })
  else send(response, unknownPath)
}

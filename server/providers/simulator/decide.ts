import type { ServerResponse } from 'node:http'
import type { LockOut } from './lock-out.ts'
import { misbehaviours } from './misbehaviour.ts'
import type { Mode } from './modes.ts'
import type { ProviderApi, Received, Reply, RequestContext } from './provider-api.ts'
import { lockedOut, scriptOf } from './scripted.ts'
import type { SimulatorKey } from './state.ts'

/** A reply to send, or a misbehaviour to run on the response. */
export type Decision = Reply | ((response: ServerResponse) => void)

export type Bench = {
  readonly context: RequestContext
  readonly lockOut: LockOut
  readonly redirectTo: string
}

const otherAccount = '00000000-0000-4000-8000-000000000000'

/** How far the clock of the mode `skewed-clock` is behind. */
const skewMs = 3_600_000

/** The simulator's time in a key's mode. */
export const clockOf = (mode: Mode, nowMs: number): number => (mode === 'skewed-clock' ? nowMs - skewMs : nowMs)

const verifiedReply = async (
  api: ProviderApi,
  received: Received,
  { key, bench }: { key: SimulatorKey; bench: Bench },
): Promise<Reply> => {
  const nowMs = clockOf(key.mode, bench.context.nowMs)
  const refusal = key.mode === 'accepts-anything' ? null : await api.verify(received, key, { ...bench.context, nowMs })
  return refusal ?? api.serve(received, key.mode === 'other-account' ? otherAccount : key.account)
}

/** The answer to a request with a known key. */
const decideForKey = async (
  api: ProviderApi,
  received: Received,
  context: { key: SimulatorKey; bench: Bench },
): Promise<Decision> => {
  const { key, bench } = context
  if (bench.lockOut.isLocked(key)) return lockedOut
  const misbehaviour = misbehaviours[key.mode]
  if (misbehaviour) return misbehaviour
  const reply = scriptOf(api, key.mode)?.(received, bench) ?? (await verifiedReply(api, received, context))
  if (reply.status === 401) bench.lockOut.countFailure(key)
  return reply
}

const nothing: Reply = { status: 404, body: {} }

export const decide = async (
  api: ProviderApi,
  received: Received,
  { key, bench }: { key: SimulatorKey | undefined; bench: Bench },
): Promise<Decision> => {
  if (key) return decideForKey(api, received, { key, bench })
  return api.refusals['unknown-key']?.(received) ?? nothing
}

import type { ServerResponse } from 'node:http'
import type { Door, Received, Reply, Surroundings } from './door.ts'
import type { LockOut } from './lock-out.ts'
import { misbehaviours } from './misbehaviour.ts'
import type { Mode } from './modes.ts'
import { lockedOut, scriptOf } from './scripted.ts'
import type { SimulatorKey } from './state.ts'

/** A reply to send, or a misbehaviour to let loose on the response. */
export type Decision = Reply | ((response: ServerResponse) => void)

export type Bench = {
  readonly surroundings: Surroundings
  readonly lockOut: LockOut
  readonly redirectTo: string
}

const otherAccount = '00000000-0000-4000-8000-000000000000'

/** How far the clock of the mode `skewed-clock` is behind. */
const skewMs = 3_600_000

/** The simulator's time as a key's mode has it. */
export const clockOf = (mode: Mode, nowMs: number): number => (mode === 'skewed-clock' ? nowMs - skewMs : nowMs)

const judged = async (
  door: Door,
  received: Received,
  { key, bench }: { key: SimulatorKey; bench: Bench },
): Promise<Reply> => {
  const nowMs = clockOf(key.mode, bench.surroundings.nowMs)
  const refusal =
    key.mode === 'accepts-anything' ? null : await door.verify(received, key, { ...bench.surroundings, nowMs })
  return refusal ?? door.serve(received, key.mode === 'other-account' ? otherAccount : key.account)
}

/** What a known key's request is answered with. */
const decideForKey = async (
  door: Door,
  received: Received,
  context: { key: SimulatorKey; bench: Bench },
): Promise<Decision> => {
  const { key, bench } = context
  if (bench.lockOut.isLocked(key)) return lockedOut
  const misbehaviour = misbehaviours[key.mode]
  if (misbehaviour) return misbehaviour
  const reply = scriptOf(door, key.mode)?.(received, bench) ?? (await judged(door, received, context))
  if (reply.status === 401) bench.lockOut.countFailure(key)
  return reply
}

const nothing: Reply = { status: 404, body: {} }

export const decide = async (
  door: Door,
  received: Received,
  { key, bench }: { key: SimulatorKey | undefined; bench: Bench },
): Promise<Decision> => {
  if (key) return decideForKey(door, received, { key, bench })
  return door.refusals['unknown-key']?.(received) ?? nothing
}

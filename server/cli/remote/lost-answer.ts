import { setTimeout } from 'node:timers/promises'
import type { Id } from '../../../shared/primitives.ts'
import type { Result } from '../../../shared/result.ts'
import type { Rotation } from '../../../shared/rotations.ts'
import type { Api } from './api.ts'

/** What the server knows of a rotation whose answer did not arrive. */
export type Found =
  | { readonly kind: 'ended'; readonly rotation: Rotation }
  | { readonly kind: 'open'; readonly rotation: Rotation }
  /** None has begun so far. */
  | { readonly kind: 'none' }
  /** It cannot be read. */
  | { readonly kind: 'unreadable'; readonly reason: string }

export type RotationAttempt = {
  readonly custodianId: Id
  readonly idempotencyKey: string
  /** Rotations of this key from before the attempt. */
  readonly before: ReadonlySet<string>
}

/** An outcome that the server keeps for the key: a repetition of the request would be answered with it. */
const isFinal = ({ outcome }: Rotation) => outcome === 'stored' || outcome === 'unchanged' || outcome === 'refused'

async function look(api: Api, { custodianId, idempotencyKey, before }: RotationAttempt): Promise<Found> {
  const listed = await api.call('custodians.rotations', { custodianId, idempotencyKey })
  if (!listed.ok) return { kind: 'unreadable', reason: listed.error.message }
  const rotation = listed.value.find((each) => isFinal(each) || !before.has(each.rotationId))
  if (!rotation) return { kind: 'none' }
  return { kind: rotation.outcome === null ? 'open' : 'ended', rotation }
}

const intervalMs = 1_000
/** A request on a connection that is closed by now either arrived long before, or does not. */
const looksForNone = 5

/** Reads the rotation by its key until it has ended, has surely not begun yet, or the time is over. */
export async function findOutcome(
  api: Api,
  attempt: RotationAttempt,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Found> {
  const until = performance.now() + timeoutMs
  for (let looks = 1; ; looks += 1) {
    const found = await look(api, attempt)
    const isSettled = found.kind === 'ended' || (found.kind === 'none' && looks >= looksForNone)
    if (isSettled || signal.aborted || performance.now() >= until) return found
    await setTimeout(intervalMs, undefined, { signal }).catch(() => {})
  }
}

/** Reads an object until it shows what is looked for, or a request on its way would have arrived. */
export async function readUntil<Read extends Result<unknown, unknown>>(
  read: () => Promise<Read>,
  { isSettled, signal }: { readonly isSettled: (read: Read) => boolean; readonly signal: AbortSignal },
): Promise<Read> {
  for (let looks = 1; ; looks += 1) {
    const found = await read()
    if (isSettled(found) || looks >= looksForNone || signal.aborted) return found
    await setTimeout(intervalMs, undefined, { signal }).catch(() => {})
  }
}

/** The rotations that this token began with the key; none where they cannot be read. */
export async function rotationsOf(api: Api, custodianId: Id, idempotencyKey: string): Promise<ReadonlySet<string>> {
  const listed = await api.call('custodians.rotations', { custodianId, idempotencyKey })
  return new Set(listed.ok ? listed.value.map(({ rotationId }) => rotationId) : [])
}

import type { Parts } from '../parts.ts'
import { StoreError } from '../store/store-error.ts'
import type { RotationEnd } from '../store/writes.ts'

const between = 1000

/**
 * Writes the outcome of a rotation that changed nothing. Where the store cannot take it now, the answer does not wait:
 * it is tried again every second until it is stored or the store closes (the next start then ends the rotation).
 */
export async function settle(end: RotationEnd, parts: Parts): Promise<void> {
  try {
    await parts.store.endRotation(end)
  } catch (error) {
    if (error instanceof StoreError && error.outcome === 'closed') return
    parts.log.error({ err: error, rotationId: end.rotationId }, 'the end of a rotation could not be stored yet')
    setTimeout(() => void settle(end, parts), between).unref()
  }
}

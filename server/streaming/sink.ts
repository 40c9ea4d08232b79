import type { SecurityEvent } from './security-event.ts'

/** Receives records in the order of the audit. One that was sent may be sent again, never left out. */
export type AuditSink = {
  /** Resolves once the receiver has all of them, as far as its protocol tells. */
  send(events: readonly SecurityEvent[]): Promise<void>
  close(): void
}

/** Milliseconds until a receiver that does not answer has failed. */
export const answersWithin = 10_000

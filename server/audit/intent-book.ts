import type { AuditLink } from '../store/inspection.ts'
import type { ChainFault } from './verify-chain.ts'

/** Keeps the intents that wait for their outcome, and nothing of those that have it. */
export type IntentBook = {
  /** Why the record breaks "exactly one outcome per intent"; null when it does not. */
  enter(link: AuditLink): string | null
  /** An intent that has no outcome though it is not open, or is open without having been written. */
  unsettled(openIntents: ReadonlySet<string>): ChainFault | null
}

const phases = /^(rotation|validation|check)\.(intended|ended)$/

export function createIntentBook(): IntentBook {
  const waiting = new Map<string, string>()
  return {
    enter({ kind, rotationId, sequence }) {
      const [, what, phase] = phases.exec(kind) ?? []
      if (!phase) return null
      const key = `${what} ${rotationId}`
      if (phase === 'ended')
        return waiting.delete(key) ? null : `it ends ${key}, which has no intent or has already ended`
      if (waiting.has(key)) return `it intends ${key} a second time`
      waiting.set(key, sequence)
      return null
    },
    unsettled(openIntents) {
      const written = new Set<string>()
      for (const [key, sequence] of waiting) {
        const id = key.slice(key.indexOf(' ') + 1)
        if (!openIntents.has(id)) return wrong(sequence, `it intends ${key}, which never ended and is not open`)
        written.add(id)
      }
      const unwritten = [...openIntents].find((id) => !written.has(id))
      return unwritten ? wrong(null, `${unwritten} is open, but its intent is not in the audit`) : null
    },
  }
}

const wrong = (sequence: string | null, reason: string): ChainFault => ({ about: 'record', sequence, reason })

import type { OperationName } from '../../../shared/operations.ts'
import { Secret } from '../../../shared/secret.ts'
import type { WithheldFrom } from '../../bridge/schema.ts'

export type WithheldSecret = ReturnType<typeof withholdSecrets>

type Place = { readonly of: WithheldFrom['of']; readonly member: string }

/** The answers that have a secret, which is in them once. */
const places: Partial<Record<OperationName, Place>> = {
  'tokens.create': { of: 'token', member: 'token' },
  'webhooks.create': { of: 'webhook', member: 'secret' },
  'webhooks.rotateSecret': { of: 'webhook', member: 'secret' },
}

/** The secret that a server made last for this console, until it is forgotten. The page never has it. */
export function withholdSecrets() {
  let kept: (WithheldFrom & { readonly text: Secret }) | null = null
  return {
    /** Keeps the secret of an answer that has one, and returns the answer without it. */
    withhold(name: OperationName, output: unknown): unknown {
      const place = places[name]
      if (!place) return output
      const { of, member } = place
      const answer = output as Readonly<Record<string, string>>
      kept = { of, id: answer.id ?? '', text: new Secret(answer[member] ?? '') }
      return { ...answer, [member]: '' }
    },
    /** Null for any other secret, and once it is forgotten. */
    textOf: ({ of, id }: WithheldFrom): string | null =>
      kept?.of === of && kept.id === id ? kept.text.reveal() : null,
    forget(): void {
      kept = null
    },
  }
}

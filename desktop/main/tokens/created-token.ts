import { Secret } from '../../../shared/secret.ts'
import type { CreatedOperatorToken } from '../../../shared/token-administration.ts'

export type WithheldToken = ReturnType<typeof withholdCreatedTokens>

/** The text of the operator token that was created last, until it is forgotten. The page never has it. */
export function withholdCreatedTokens() {
  let kept: { readonly id: string; readonly text: Secret } | null = null
  return {
    /** Keeps the text, and returns the answer without it. */
    withhold(created: CreatedOperatorToken): CreatedOperatorToken {
      kept = { id: created.id, text: new Secret(created.token) }
      return { ...created, token: '' }
    },
    /** Null for any other token, and once it is forgotten. */
    textOf: (id: string): string | null => (kept?.id === id ? kept.text.reveal() : null),
    forget(): void {
      kept = null
    },
  }
}

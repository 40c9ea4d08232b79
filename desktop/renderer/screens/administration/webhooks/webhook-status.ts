import type { Webhook } from '../../../../../shared/webhooks.ts'

/** How it is with a webhook, which is what an administrator has to act on. */
export type WebhookStatus = 'enabled' | 'failing' | 'disabled' | 'gone' | 'gave-up'

/** A reason that this console does not know disabled it all the same. */
const statusOfReason: ReadonlyMap<string | null, WebhookStatus> = new Map([
  ['gone', 'gone'],
  ['failing', 'gave-up'],
])

type Observed = Pick<Webhook, 'disabled' | 'disabledReason' | 'failingSince'>

export function webhookStatus({ disabled, disabledReason, failingSince }: Observed): WebhookStatus {
  if (disabled) return statusOfReason.get(disabledReason) ?? 'disabled'
  return failingSince === null ? 'enabled' : 'failing'
}

/** Whether events have two signatures. */
export const hasTwoSecrets = ({ previousSecretUntil }: Pick<Webhook, 'previousSecretUntil'>, now: number): boolean =>
  previousSecretUntil !== null && Date.parse(previousSecretUntil) > now

import type { AddressRange } from '../text/address-ranges.ts'

/** How events are sent to webhooks. */
export type WebhookSettings = {
  /** Addresses that are not on the Internet and may be sent to all the same. */
  readonly allowedRanges: readonly AddressRange[]
  /** Certificates of authorities to trust besides those of the system, PEM. */
  readonly caFile: string | null
  /** Milliseconds that events and what became of them are kept. */
  readonly keptFor: number
}

const day = 24 * 60 * 60_000

/** Milliseconds that an event is kept at least: its last attempt comes after three days. */
export const shortestEventAge = 7 * day

export const usualWebhookSettings: WebhookSettings = { allowedRanges: [], caFile: null, keptFor: 30 * day }

import type { AddressRange } from '../text/address-ranges.ts'

/** Milliseconds. */
export type DeliveryPaces = {
  /** Between two looks for what is due. */
  readonly look: number
  /** How long an attempt may take. */
  readonly attempt: number
  /** How long what a server claimed is its own; longer than an attempt, and than it takes to store what came of it. */
  readonly claim: number
}

/** How events are sent to webhooks. */
export type WebhookSettings = {
  /** Addresses that are not on the Internet and may be sent to all the same. */
  readonly allowedRanges: readonly AddressRange[]
  /** Certificates of authorities to trust besides those of the system, PEM. */
  readonly caFile: string | null
  /** Milliseconds that events and their deliveries are kept. */
  readonly keptFor: number
  readonly paces: DeliveryPaces
}

const day = 24 * 60 * 60_000

/** Milliseconds that an event is kept at least: its last attempt comes after three days. */
export const shortestEventAge = 7 * day

export const usualWebhookSettings: WebhookSettings = {
  allowedRanges: [],
  caFile: null,
  keptFor: 30 * day,
  paces: { look: 1_000, attempt: 15_000, claim: 60_000 },
}

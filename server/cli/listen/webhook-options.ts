import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import type { AddressRange } from '../../text/address-ranges.ts'
import { shortestEventAge, usualWebhookSettings } from '../../webhooks/settings.ts'
import { addAddressRanges, checkRetention, parsePath, parseRetention } from '../parse.ts'
import { setting } from '../settings.ts'

/** The parsed options of {@link withWebhookOptions}. */
export type GivenWebhooks = {
  readonly webhookAllow?: readonly AddressRange[]
  readonly webhookCa?: string
  /** As given. */
  readonly keepEvents?: string
}

/** How events are sent to webhooks. */
export const withWebhookOptions = (command: Command): Command =>
  command
    .addOption(
      setting(
        '--webhook-allow <ranges>',
        'addresses other than those of the Internet that webhooks may be at, such as 10.20.0.0/16, separated by commas; repeatable',
      ).argParser(addAddressRanges),
    )
    .addOption(setting('--webhook-ca <file>', 'authorities to trust at webhooks, PEM').argParser(parsePath))
    .addOption(
      setting('--keep-events <duration>', 'remove events for webhooks and their deliveries after so long, at least 7d')
        .default(undefined, '30d')
        .argParser(checkRetention(shortestEventAge)),
    )

export const webhooksOf = ({ webhookAllow, webhookCa, keepEvents }: GivenWebhooks): Config['webhooks'] => ({
  ...usualWebhookSettings,
  allowedRanges: webhookAllow ?? usualWebhookSettings.allowedRanges,
  caFile: webhookCa ?? usualWebhookSettings.caFile,
  keptFor: keepEvents === undefined ? usualWebhookSettings.keptFor : parseRetention(keepEvents, shortestEventAge),
})

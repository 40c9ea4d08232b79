import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import { defaultLimits } from '../../http/request/limits.ts'
import { parseLimit } from '../parse.ts'
import { setting } from '../settings.ts'
import { type GivenAddress, listenAddressOf, withAddressOptions } from './address-options.ts'
import { auditStreamsOf, type GivenAuditStreams, withAuditStreamOptions } from './audit-stream-options.ts'
import { type GivenMonitoring, metricsOf, withMonitoringOptions } from './monitoring-options.ts'
import { type GivenRetention, retentionOf, withRetentionOptions } from './retention-options.ts'
import { type GivenSignIn, signInSettingsOf, withSignInOptions } from './sign-in-options.ts'
import { type GivenWebhooks, webhooksOf, withWebhookOptions } from './webhook-options.ts'

type GivenRequests = {
  readonly logLevel: Config['logLevel']
  readonly accessLog: 'on' | 'off'
  readonly tokenRate: number
  readonly tokenInFlight: number
}

/** The parsed options of {@link withListenOptions}. */
export type GivenListen = GivenAddress &
  GivenRequests &
  GivenMonitoring &
  GivenRetention &
  GivenAuditStreams &
  GivenWebhooks &
  GivenSignIn

/** In the order of the help. */
const groups = [
  withAddressOptions,
  withRequestOptions,
  withMonitoringOptions,
  withRetentionOptions,
  withAuditStreamOptions,
  withWebhookOptions,
  withSignInOptions,
]

export const withListenOptions = (command: Command): Command => groups.reduce((all, add) => add(all), command)

/** What is logged of requests, and how many a token may send. */
function withRequestOptions(command: Command): Command {
  return command
    .addOption(
      setting('--log-level <level>', 'log level on standard error')
        .choices(['debug', 'info', 'warn', 'error', 'silent'])
        .default('info'),
    )
    .addOption(
      setting(
        '--access-log <on|off>',
        'log one line per request on standard error; off logs only refused callers and errors',
      )
        .choices(['on', 'off'])
        .default('on'),
    )
    .addOption(
      setting('--token-rate <number>', 'requests per second that one token may send, 0 for no limit')
        .default(defaultLimits.tokenRate)
        .argParser(parseLimit),
    )
    .addOption(
      setting('--token-in-flight <number>', 'requests of one token that may be open at once, 0 for no limit')
        .default(defaultLimits.tokenInFlight)
        .argParser(parseLimit),
    )
}

/** The part of the configuration about listening. */
export function listenConfigOf(given: GivenListen): Partial<Config> {
  const { logLevel, accessLog, tokenRate, tokenInFlight } = given
  const { allowedHosts, ...address } = listenAddressOf(given)
  const signIn = signInSettingsOf(given)
  return {
    ...address,
    allowedHosts: [...allowedHosts, ...(signIn ? [signIn.publicUrl.hostname] : [])],
    logLevel,
    accessLog: accessLog === 'on',
    limits: { ...defaultLimits, tokenRate, tokenInFlight },
    ...retentionOf(given),
    metrics: metricsOf(given),
    auditStreams: auditStreamsOf(given),
    signIn,
    webhooks: webhooksOf(given),
  }
}

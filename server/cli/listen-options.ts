import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { defaultLimits } from '../http/request/limits.ts'
import { shortestRecordAge } from '../rotations/idempotency.ts'
import { shortestRotationAge } from '../rotations/machine.ts'
import { shortestSessionAge, usualSessionAge } from '../sign-in/settings.ts'
import type { AddressRange } from '../text/address-ranges.ts'
import { shortestEventAge, usualWebhookSettings } from '../webhooks/settings.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { resolvePath } from './options.ts'
import {
  addAddressRanges,
  addDestinations,
  addHosts,
  parseAddress,
  parseHost,
  parseLimit,
  parsePort,
  parseRetention,
  parseSeconds,
  splitAddress,
} from './parse.ts'
import { setting } from './settings.ts'
import { type GivenSignIn, signInSettingsOf, withSignInOptions } from './sign-in-options.ts'

/** The parsed options of {@link withListenOptions}. */
export type GivenListen = GivenSignIn & {
  readonly port?: number
  readonly host: string
  readonly allowedHost?: readonly string[]
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly behindProxy?: boolean
  readonly proxyAddress?: readonly AddressRange[]
  readonly logLevel: Config['logLevel']
  readonly accessLog: 'on' | 'off'
  readonly tokenRate: number
  readonly tokenInFlight: number
  readonly metrics?: string
  readonly metricsUnprotected?: boolean
  readonly drain: number
  /** As given, since that is how it is shown. */
  readonly keepRotations?: string
  readonly keepIdempotencyRecords?: string
  readonly keepSessions?: string
  readonly auditStream?: readonly URL[]
  readonly requiredAuditStream?: readonly URL[]
  readonly auditStreamCa?: string
  readonly auditStreamToken?: string
  readonly auditStreamPatience: number
  readonly webhookAllow?: readonly AddressRange[]
  readonly webhookCa?: string
  /** As given. */
  readonly keepEvents?: string
}

export const withListenOptions = (command: Command): Command =>
  withSignInOptions(withWebhookOptions(withStreamOptions(withOperationOptions(withAddressOptions(command)))))

const withAddressOptions = (command: Command): Command =>
  command
    .addOption(
      setting('--port <number>', 'port to listen on, 0 for any free one')
        .default(undefined, '8420')
        .argParser(parsePort),
    )
    .addOption(
      setting('--host <address>', 'address to listen on; other than loopback needs TLS or a proxy')
        .default('127.0.0.1')
        .argParser(parseHost),
    )
    .addOption(
      setting('--allowed-host <names>', 'additional host names to accept, separated by commas; repeatable').argParser(
        addHosts,
      ),
    )
    .addOption(setting('--tls-cert <file>', 'certificate chain, PEM').argParser(resolvePath))
    .addOption(setting('--tls-key <file>', 'its private key, PEM').argParser(resolvePath))
    .addOption(setting('--behind-proxy', 'a proxy in front terminates TLS and sets X-Forwarded-For'))
    .addOption(
      setting(
        '--proxy-address <ranges>',
        'addresses of the proxy, separated by commas; X-Forwarded-For from others is ignored; repeatable',
      ).argParser(addAddressRanges),
    )
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

/** How a server is run by a monitoring system and a load balancer. */
const withOperationOptions = (command: Command): Command =>
  command
    .addOption(
      setting(
        '--metrics <address:port>',
        'serve metrics for Prometheus at /metrics on this address, such as 127.0.0.1:9464',
      ).argParser(parseAddress),
    )
    .addOption(
      setting('--metrics-unprotected', 'allow other machines to read the metrics, which have neither TLS nor a token'),
    )
    .addOption(
      setting(
        '--drain <seconds>',
        'after a stop signal, go on for so long with /readyz at 503, so that a load balancer sends requests elsewhere',
      )
        .default(0)
        .argParser(parseSeconds),
    )
    .addOption(
      setting(
        '--keep-rotations <duration>',
        'remove rotations that ended so long ago, such as 730d, at least 30d; the audit keeps them',
      )
        .default(undefined, 'never')
        .argParser(checked(parseKeptRotations)),
    )
    .addOption(
      setting(
        '--keep-idempotency-records <duration>',
        'remember the outcome under an Idempotency-Key for so long, such as 7d, at least 1d',
      )
        .default(undefined, '1d')
        .argParser(checked(parseKeptRecords)),
    )
    .addOption(
      setting(
        '--keep-sessions <duration>',
        'remove sessions of the identity provider that ended so long ago, at least 1d; the audit keeps them',
      )
        .default(undefined, '90d')
        .argParser(checked(parseKeptSessions)),
    )

const parseKeptRotations = (text: string): number => parseRetention(text, shortestRotationAge)
const parseKeptSessions = (text: string): number => parseRetention(text, shortestSessionAge)
const parseKeptRecords = (text: string): number => parseRetention(text, shortestRecordAge)

const checked = (parse: (text: string) => number) => (text: string) => {
  parse(text)
  return text
}

/** Where every audit record is sent to. */
const withStreamOptions = (command: Command): Command =>
  command
    .addOption(
      setting(
        '--audit-stream <urls>',
        'send every audit record there: file:///PATH, syslog+tls://HOST:PORT or https://HOST/PATH, separated by commas; repeatable',
      ).argParser(addDestinations),
    )
    .addOption(
      setting(
        '--required-audit-stream <urls>',
        'like --audit-stream; while such a destination does not take records, every change is refused',
      ).argParser(addDestinations),
    )
    .addOption(
      setting('--audit-stream-ca <file>', 'authorities to trust at these destinations, PEM').argParser(resolvePath),
    )
    .addOption(
      setting('--audit-stream-token <file>', 'file with the bearer token for https destinations').argParser(
        resolvePath,
      ),
    )
    .addOption(
      setting(
        '--audit-stream-patience <seconds>',
        'how long records may wait for a required destination before changes are refused',
      )
        .default(10)
        .argParser(parseSeconds),
    )

/** How events are sent to webhooks. */
const withWebhookOptions = (command: Command): Command =>
  command
    .addOption(
      setting(
        '--webhook-allow <ranges>',
        'addresses other than those of the Internet that webhooks may be at, such as 10.20.0.0/16, separated by commas; repeatable',
      ).argParser(addAddressRanges),
    )
    .addOption(setting('--webhook-ca <file>', 'authorities to trust at webhooks, PEM').argParser(resolvePath))
    .addOption(
      setting('--keep-events <duration>', 'remove events for webhooks and their deliveries after so long, at least 7d')
        .default(undefined, '30d')
        .argParser(checked(parseKeptEvents)),
    )

const parseKeptEvents = (text: string): number => parseRetention(text, shortestEventAge)

const usageError = (reason: string, nextStep: string) =>
  new CommandError(reason, { nextStep, exitCode: exitCodes.usage })

function tlsOf({ tlsCert: certFile, tlsKey: keyFile }: GivenListen): Config['tls'] {
  if (certFile && keyFile) return { certFile, keyFile }
  if (certFile || keyFile) throw usageError('--tls-cert and --tls-key must be used together', 'Use both, or neither.')
  return null
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)
const isAnyAddress = (host: string) => /^(0\.0\.0\.0|::)$/.test(host)

/** Tokens and keys must not cross a network unencrypted. */
function assertSheltered({ host, behindProxy = false }: GivenListen, tls: Config['tls']): void {
  if (isLoopback(host) || tls || behindProxy) return
  throw usageError(
    `${host} is reachable from other machines, which would send tokens and keys unencrypted without TLS`,
    'Use --tls-cert and --tls-key, or --behind-proxy if a proxy terminates TLS.',
  )
}

/** Metrics hold no secret, but show how busy a desk is and when its keys were rotated. */
function metricsOf({ metrics, metricsUnprotected = false }: GivenListen): Config['metrics'] {
  const address = metrics === undefined ? null : splitAddress(metrics)
  if (!address || metricsUnprotected || isLoopback(address.host)) return address
  throw usageError(
    `--metrics ${address.host} is reachable from other machines, which could read the metrics without a token`,
    'Use a loopback address, or --metrics-unprotected if the network lets only your monitoring reach it.',
  )
}

function streamsOf({ auditStream = [], requiredAuditStream = [], ...given }: GivenListen): Config['auditStreams'] {
  const all = [...auditStream, ...requiredAuditStream].map(({ href }) => href)
  const twice = all.find((href, at) => all.indexOf(href) !== at)
  if (twice) throw usageError(`${twice} is a destination of the audit twice`, 'Name it once.')
  return {
    destinations: [
      ...auditStream.map((url) => ({ url, isRequired: false })),
      ...requiredAuditStream.map((url) => ({ url, isRequired: true })),
    ],
    caFile: given.auditStreamCa ?? null,
    tokenFile: given.auditStreamToken ?? null,
    patienceMs: given.auditStreamPatience * 1_000,
  }
}

const webhooksOf = ({ webhookAllow, webhookCa, keepEvents }: GivenListen): Config['webhooks'] => ({
  ...usualWebhookSettings,
  allowedRanges: webhookAllow ?? usualWebhookSettings.allowedRanges,
  caFile: webhookCa ?? usualWebhookSettings.caFile,
  keptFor: keepEvents === undefined ? usualWebhookSettings.keptFor : parseKeptEvents(keepEvents),
})

/** The part of the configuration about listening. */
export function listenConfigOf(given: GivenListen): Partial<Config> {
  const {
    port,
    host,
    allowedHost = [],
    behindProxy = false,
    proxyAddress = null,
    logLevel,
    accessLog,
    tokenRate,
    tokenInFlight,
    keepRotations,
    keepIdempotencyRecords,
    keepSessions,
  } = given
  const tls = tlsOf(given)
  assertSheltered(given, tls)
  if (proxyAddress && !behindProxy)
    throw usageError('--proxy-address needs --behind-proxy', 'Add --behind-proxy, or omit --proxy-address.')
  const ownName = isAnyAddress(host) ? [] : [host.includes(':') ? `[${host}]` : host.toLowerCase()]
  const signIn = signInSettingsOf(given)
  const allowedHosts = [...ownName, ...allowedHost, ...(signIn ? [signIn.publicUrl.hostname] : [])]
  return {
    ...(port !== undefined && { port }),
    host,
    allowedHosts,
    tls,
    behindProxy,
    proxyAddresses: proxyAddress,
    logLevel,
    accessLog: accessLog === 'on',
    limits: { ...defaultLimits, tokenRate, tokenInFlight },
    keepRotations: keepRotations === undefined ? null : parseKeptRotations(keepRotations),
    keepIdempotencyRecords:
      keepIdempotencyRecords === undefined ? shortestRecordAge : parseKeptRecords(keepIdempotencyRecords),
    keepSessions: keepSessions === undefined ? usualSessionAge : parseKeptSessions(keepSessions),
    metrics: metricsOf(given),
    auditStreams: streamsOf(given),
    signIn,
    webhooks: webhooksOf(given),
  }
}

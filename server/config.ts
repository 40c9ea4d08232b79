import { join } from 'node:path'
import { defaultLimits, type Limits } from './http/request/limits.ts'
import { homeFolder } from './platform/home-folder.ts'
import type { LogLevel } from './platform/log.ts'
import { shortestRecordAge } from './rotations/idempotency.ts'
import { type SignInSettings, usualSessionAge } from './sign-in/settings.ts'
import type { DatabasePlace } from './store/database-place.ts'
import { noStreams, type StreamSettings } from './streaming/destination.ts'
import type { AddressRange } from './text/address-ranges.ts'
import type { KeyUris } from './vault/open-keys.ts'
import { usualWebhookSettings, type WebhookSettings } from './webhooks/settings.ts'

/** The configuration of a server; the defaults are those of `strongroom serve`. */
export type Config = {
  readonly dataDir: string
  /** File with the key-encryption key. */
  readonly keyFile: string
  /** Where keys are that are in no single file; they win over it. */
  readonly keys: KeyUris | null
  /** Where the data is that is not in the folder, which then only has what belongs to this server. */
  readonly database: DatabasePlace | null
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Host names accepted besides loopback. */
  readonly allowedHosts: readonly string[]
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
  /** A proxy in front passes the caller's address in X-Forwarded-For. */
  readonly behindProxy: boolean
  /** Addresses of the proxy; null trusts X-Forwarded-For from every caller. */
  readonly proxyAddresses: readonly AddressRange[] | null
  /** Origin for custodians whose base URL is `simulator:`. */
  readonly simulatorUrl: string | null
  readonly limits: Limits
  /** Log every request; otherwise only refused callers and errors. */
  readonly accessLog: boolean
  readonly logLevel: LogLevel
  /** Milliseconds that ended rotations are kept; null keeps them all. */
  readonly keepRotations: number | null
  /** Milliseconds that idempotency records are kept. */
  readonly keepIdempotencyRecords: number
  /** Milliseconds that ended sessions are kept. */
  readonly keepSessions: number
  /** Where metrics are served; null where they are not. */
  readonly metrics: { readonly host: string; readonly port: number } | null
  /** Where the audit is sent as it grows. */
  readonly auditStreams: StreamSettings
  /** The identity provider that people sign in with; null where there is none. */
  readonly signIn: SignInSettings | null
  readonly webhooks: WebhookSettings
}

export const defaultDataDir = (): string =>
  join(process.env.XDG_DATA_HOME || join(homeFolder(), '.local', 'share'), 'strongroom')

export const defaultDemoDir = (): string => `${defaultDataDir()}-demo`

export const keyFileIn = (dataDir: string): string => join(dataDir, 'keys', 'kek')

/** Keys of the provider simulator, if the folder has any. */
export const simulatorFileIn = (dataDir: string): string => join(dataDir, 'simulator.json')

export const configOf = (given: Partial<Config> & { dataDir: string }): Config => ({
  keyFile: keyFileIn(given.dataDir),
  keys: null,
  database: null,
  host: '127.0.0.1',
  port: 8420,
  allowedHosts: [],
  tls: null,
  behindProxy: false,
  proxyAddresses: null,
  simulatorUrl: null,
  limits: defaultLimits,
  accessLog: true,
  logLevel: 'info',
  keepRotations: null,
  keepIdempotencyRecords: shortestRecordAge,
  keepSessions: usualSessionAge,
  metrics: null,
  auditStreams: noStreams,
  signIn: null,
  webhooks: usualWebhookSettings,
  ...given,
})

import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AddressRange } from './access/address-ranges.ts'
import { defaultLimits, type Limits } from './http/listener/limits.ts'

/** How a server is set up; the defaults are those of `strongroom serve`. */
export type Config = {
  readonly dataDir: string
  /** File with the key-encryption key. */
  readonly keyFile: string
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** Host names answered for, beside loopback's. */
  readonly allowedHosts: readonly string[]
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
  /** A proxy in front tells the caller's address in X-Forwarded-For. */
  readonly behindProxy: boolean
  /** Where the proxy calls from; null believes what every caller writes into X-Forwarded-For. */
  readonly proxyAddresses: readonly AddressRange[] | null
  /** Where custodians whose base URL is `simulator:` find their provider. */
  readonly simulatorUrl: string | null
  readonly limits: Limits
  /** One log line for every request; without it only refused callers and errors have theirs. */
  readonly accessLog: boolean
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

export const defaultDataDir = (): string =>
  join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'strongroom')

export const defaultDemoDir = (): string => `${defaultDataDir()}-demo`

export const keyFileIn = (dataDir: string): string => join(dataDir, 'keys', 'kek')

/** The provider simulator's keys, where a folder has them. */
export const simulatorFileIn = (dataDir: string): string => join(dataDir, 'simulator.json')

export const configOf = (given: Partial<Config> & { dataDir: string }): Config => ({
  keyFile: keyFileIn(given.dataDir),
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
  ...given,
})

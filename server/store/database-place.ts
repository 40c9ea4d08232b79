import { Secret } from '../../shared/secret.ts'
import { isLoopback } from '../../shared/server-address.ts'

export type DatabaseHost = {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
}

/** Where a database is, and as whom to sign in there. */
export type DatabasePlace = {
  /** One of them is the primary; they are asked in this order. */
  readonly hosts: readonly DatabaseHost[]
  readonly user: string
  readonly database: string
  /** null sends everything as it is; else the server's certificate must be valid for its host. */
  readonly tls: { readonly rootCertFile: string | null } | null
  /** The path of its file is read at each connection, so that it can be changed; null takes PGPASSWORD or ~/.pgpass. */
  readonly password: Secret | { readonly file: string } | null
}

/** What `parseDatabaseUrl` throws: what is wrong, and what to do. */
export class DatabaseUrlError extends Error {
  readonly nextStep: string

  constructor(reason: string, nextStep: string) {
    super(reason)
    this.nextStep = nextStep
  }
}

const form = 'Use postgres://USER@HOST:PORT/DATABASE, where several hosts are separated by commas.'
const known = ['host', 'sslmode', 'sslrootcert', 'target_session_attrs']

const isLocal = (host: string) => host.startsWith('/') || isLoopback(host)

/** A URL has one host; PostgreSQL allows several. Each gets a URL of its own. */
function urlsOf(text: string): readonly (URL | null)[] {
  const [, start = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is.exec(text) ?? []
  return hosts.split(',').map((host) => URL.parse(`${start}${host}${rest}`))
}

const hostOf = ({ hostname, port }: URL): DatabaseHost => ({
  host: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
  port: Number(port || 5_432),
})

/**
 * Reads `postgres://user@host:port,host:port/database?sslmode=...&sslrootcert=...`; its text is in no error, since it may
 * hold a password.
 */
export function parseDatabaseUrl(text: string): DatabasePlace {
  const urls = urlsOf(text)
  const [url] = urls
  if (!url || !urls.every((each) => each !== null) || !/^postgres(ql)?:$/.test(url.protocol))
    throw new DatabaseUrlError('it is not a URL of PostgreSQL', form)
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new DatabaseUrlError(`it has an unknown parameter "${unknown}"`, `Known ones are ${known.join(', ')}.`)
  assertPrimary(url.searchParams.get('target_session_attrs'))
  const host = url.searchParams.get('host')
  const hosts = host ? [{ host, port: hostOf(url).port }] : urls.map(hostOf)
  const user = decodeURIComponent(url.username)
  const database = decodeURIComponent(url.pathname.slice(1))
  if (hosts.some((each) => !each.host) || !user || !database)
    throw new DatabaseUrlError('it names no host, no user or no database', form)
  return {
    hosts,
    user,
    database,
    tls: tlsOf(hosts, url.searchParams),
    password: url.password ? new Secret(decodeURIComponent(url.password)) : null,
  }
}

/** Where the URL of other programs is used here, it may say that the primary is sought, which it always is. */
function assertPrimary(sought: string | null): void {
  if (sought === null || /^(read-write|primary)$/.test(sought)) return
  throw new DatabaseUrlError(
    `target_session_attrs=${sought} may lead to a standby, which takes no writes`,
    'Use target_session_attrs=read-write, or leave it out.',
  )
}

/** Weaker modes encrypt for anyone who answers, so they are not offered. */
function tlsOf(hosts: DatabasePlace['hosts'], parameters: URLSearchParams): DatabasePlace['tls'] {
  const rootCertFile = parameters.get('sslrootcert')
  const mode =
    parameters.get('sslmode') ?? (hosts.every(({ host }) => isLocal(host)) && !rootCertFile ? 'disable' : 'verify-full')
  if (mode === 'verify-full') return { rootCertFile }
  if (mode === 'disable' && !rootCertFile) return null
  throw new DatabaseUrlError(
    mode === 'disable' ? 'sslrootcert needs sslmode=verify-full' : `sslmode=${mode} does not verify the server`,
    'Use sslmode=verify-full, with sslrootcert=FILE where the system does not know the authority.',
  )
}

/** How messages name a database: without a secret. */
export const nameOfDatabase = ({ hosts, database }: DatabasePlace): string =>
  `${database} at ${hosts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(',')}`

import { Secret } from '../../shared/secret.ts'

/** Where a database server is, and as whom to sign in there. */
export type DatabasePlace = {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
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

const form = 'Use postgres://USER@HOST:PORT/DATABASE.'
const known = ['host', 'sslmode', 'sslrootcert']

const isLocal = (host: string) => host.startsWith('/') || /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

/** Reads `postgres://user@host:port/database?sslmode=...&sslrootcert=...`; its text is in no error, since it may hold a password. */
export function parseDatabaseUrl(text: string): DatabasePlace {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) throw new DatabaseUrlError('it is not a URL of PostgreSQL', form)
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new DatabaseUrlError(`it has an unknown parameter "${unknown}"`, `Known ones are ${known.join(', ')}.`)
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '')
  const user = decodeURIComponent(url.username)
  const database = decodeURIComponent(url.pathname.slice(1))
  if (!host || !user || !database) throw new DatabaseUrlError('it names no host, no user or no database', form)
  return {
    host,
    port: Number(url.port || 5_432),
    user,
    database,
    tls: tlsOf(host, url.searchParams),
    password: url.password ? new Secret(decodeURIComponent(url.password)) : null,
  }
}

/** Weaker modes encrypt for anyone who answers, so they are not offered. */
function tlsOf(host: string, parameters: URLSearchParams): DatabasePlace['tls'] {
  const rootCertFile = parameters.get('sslrootcert')
  const mode = parameters.get('sslmode') ?? (isLocal(host) && !rootCertFile ? 'disable' : 'verify-full')
  if (mode === 'verify-full') return { rootCertFile }
  if (mode === 'disable' && !rootCertFile) return null
  throw new DatabaseUrlError(
    mode === 'disable' ? 'sslrootcert needs sslmode=verify-full' : `sslmode=${mode} does not verify the server`,
    'Use sslmode=verify-full, with sslrootcert=FILE where the system does not know the authority.',
  )
}

/** How messages name a database: without a secret. */
export const nameOfDatabase = ({ host, port, database }: DatabasePlace): string =>
  `${database} at ${host.includes(':') ? `[${host}]` : host}:${port}`

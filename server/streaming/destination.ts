import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLoopback } from '../../shared/server-address.ts'

/** A place outside Strongroom that receives every audit record. */
export type Destination = {
  /** `file:`, `syslog+tls:`, `https:`, or `http:` on loopback; it holds no secret. */
  readonly url: URL
  /** Changes are refused while records wait for it. */
  readonly isRequired: boolean
}

/** Where the audit is sent. */
export type StreamSettings = {
  readonly destinations: readonly Destination[]
  /** Certificates of authorities to trust besides those of the system, PEM. */
  readonly caFile: string | null
  /** File with the bearer token for HTTP destinations. */
  readonly tokenFile: string | null
  /** Milliseconds that records may wait for a required destination before changes are refused. */
  readonly patienceMs: number
}

export const noStreams: StreamSettings = { destinations: [], caFile: null, tokenFile: null, patienceMs: 10_000 }

/** What is wrong with a URL as a destination; null where it is one. */
export function mistakeIn(text: string): string | null {
  const url = URL.parse(text)
  if (!url) return 'It must be a URL, such as syslog+tls://logs.example.com:6514.'
  if (url.username || url.password) return 'It must not contain a password: use --audit-stream-token.'
  if (url.hash || (url.search && url.protocol !== 'https:')) return 'It must end with the path.'
  if (url.protocol === 'file:') return namesFile(url) ? null : 'It must be file:///PATH.'
  if (url.protocol === 'syslog+tls:')
    return url.hostname && url.pathname.length < 2 ? null : 'It must be syslog+tls://HOST:PORT.'
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'It must use https: except on loopback.'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'It must begin with file:, syslog+tls: or https:.'
  return null
}

/** An encoded slash, which no name of a file has, makes no path. */
function namesFile(url: URL): boolean {
  try {
    return !url.host && basename(fileURLToPath(url)) !== ''
  } catch {
    return false
  }
}

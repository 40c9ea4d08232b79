import type { IncomingMessage } from 'node:http'
import { type Failure, failureOfCode } from '../../../shared/failure.ts'

export const longestUrl = 8_000

/** A request with its target as it was received; Fastify sets it before `pathIn` replaces `url`. */
type Received = IncomingMessage & { readonly originalUrl?: string }

/** What this server answers for. */
export type Origins = {
  /** Host names without port. */
  readonly hosts: ReadonlySet<string>
  /** In lower case; what a client may write before `://` in a target. */
  readonly schemes: ReadonlySet<string>
}

/** A target with scheme and host, as clients write it for a proxy (RFC 9112, 3.2.2). */
const absoluteForm = /^(https?):\/\/([^/?#]*)([^#]*)$/i

/** The path and query of a request target. Whether this server answers for its host is for `gateFault` to say. */
export function pathIn(target: string): string {
  const path = target.startsWith('/') ? target : (absoluteForm.exec(target)?.[3] ?? target)
  return path === '' || path.startsWith('?') ? `/${path}` : path
}

/** Headers of which two readers of one request must not see different values. */
const singleHeaders = new Map(
  ['Host', 'Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match'].map((title, index) => [
    title.length,
    { title, name: title.toLowerCase(), bit: 1 << index },
  ]),
)

/** Runs for every request, hence the look-up by length before any name is compared. */
export function repeatedHeader({ rawHeaders }: IncomingMessage): string | null {
  let seen = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] as string
    const single = singleHeaders.get(header.length)
    if (!single || header.toLowerCase() !== single.name) continue
    if (seen & single.bit) return single.title
    seen |= single.bit
  }
  return null
}

const refuse = (info: string) => failureOfCode('BadRequest', { info: [info] })

/** Whether the host is one of these names, with any port that there is. */
export function isAllowed(host: string, allowedHosts: ReadonlySet<string>): boolean {
  const port = /:(\d{0,5})$/.exec(host)
  const name = port ? host.slice(0, port.index) : host
  return allowedHosts.has(name.toLowerCase()) && Number(port?.[1] ?? 0) < 65_536
}

function targetFault(target: string, { hosts, schemes }: Origins): Failure | null {
  if (target.length > longestUrl) return failureOfCode('UriTooLong')
  if (target.startsWith('/')) return target.includes('#') ? refuse('target: must have no fragment') : null
  const [, scheme, authority] = absoluteForm.exec(target) ?? []
  if (scheme === undefined || authority === undefined)
    return refuse('target: must be a path on this server, or its whole http address')
  if (authority === '' || authority.includes('@')) return refuse('target: must name a host, without a user')
  const isOurs = schemes.has(scheme.toLowerCase()) && isAllowed(authority, hosts)
  return isOurs ? null : failureOfCode('MisdirectedRequest')
}

/** What must hold of a request before anything else looks at it; null when it does. */
export function gateFault(request: Received, origins: Origins): Failure | null {
  const fault = targetFault(request.originalUrl ?? '', origins)
  if (fault) return fault
  const repeated = repeatedHeader(request)
  if (repeated) return refuse(`${repeated}: is given more than once`)
  const { host } = request.headers
  if (host === undefined) return refuse('Host: is missing')
  return isAllowed(host, origins.hosts) ? null : failureOfCode('MisdirectedRequest')
}

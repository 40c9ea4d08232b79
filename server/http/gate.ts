import type { IncomingMessage } from 'node:http'
import { type Failure, failureOfCode } from '../../shared/failure.ts'

export const longestUrl = 8_000

/** Headers of which two readers of one request must not see different values. */
const singleHeaders = new Map(
  ['Host', 'Authorization', 'Content-Type', 'Idempotency-Key'].map((title, index) => [
    title.length,
    { title, name: title.toLowerCase(), bit: 1 << index },
  ]),
)

/** Runs for every request, hence the look-up by length before any name is compared. */
function repeatedHeader({ rawHeaders }: IncomingMessage): string | null {
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

/** Whether the Host is one of these names, with any port that there is. */
function isAllowed(host: string, allowedHosts: ReadonlySet<string>): boolean {
  const port = /:(\d{0,5})$/.exec(host)
  const name = port ? host.slice(0, port.index) : host
  return allowedHosts.has(name.toLowerCase()) && Number(port?.[1] ?? 0) < 65_536
}

/** What must hold of a request before anything else looks at it; null when it does. */
export function gateFault(request: IncomingMessage, allowedHosts: ReadonlySet<string>): Failure | null {
  const url = request.url ?? ''
  if (url.length > longestUrl) return failureOfCode('UriTooLong')
  if (!url.startsWith('/') || url.includes('#')) return refuse('target: must be a path on this server')
  const repeated = repeatedHeader(request)
  if (repeated) return refuse(`${repeated}: is given more than once`)
  const { host } = request.headers
  if (host === undefined) return refuse('Host: is missing')
  return isAllowed(host, allowedHosts) ? null : failureOfCode('MisdirectedRequest')
}

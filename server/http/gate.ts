import type { IncomingMessage } from 'node:http'
import { type Failure, failureOfCode } from '../../shared/failure.ts'

export const longestUrl = 8_000

function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  const hosts: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts.push(rawHeaders[at + 1] as string)
  return hosts
}

const nameOf = (host: string) => host.replace(/:\d*$/, '').toLowerCase()

/** What must hold of a request before anything else looks at it; null when it does. */
export function gateFault(request: IncomingMessage, allowedHosts: ReadonlySet<string>): Failure | null {
  const url = request.url ?? ''
  if (url.length > longestUrl) return failureOfCode('UriTooLong')
  if (!url.startsWith('/')) return failureOfCode('BadRequest', { info: ['target: must be a path on this server'] })
  const hosts = hostsOf(request)
  if (hosts.length !== 1)
    return failureOfCode('BadRequest', { info: [`Host: is given ${hosts.length} times, must be once`] })
  return allowedHosts.has(nameOf(hosts[0] as string)) ? null : failureOfCode('MisdirectedRequest')
}

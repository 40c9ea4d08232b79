import type { IncomingMessage } from 'node:http'
import { type Failure, failureOfCode } from '../../shared/failure.ts'

export const longestUrl = 8_000

function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  const hosts: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts.push(rawHeaders[at + 1] as string)
  return hosts
}

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
  if (!url.startsWith('/') || url.includes('#'))
    return failureOfCode('BadRequest', { info: ['target: must be a path on this server'] })
  const hosts = hostsOf(request)
  if (hosts.length !== 1)
    return failureOfCode('BadRequest', { info: [`Host: is given ${hosts.length} times, must be once`] })
  return isAllowed(hosts[0] as string, allowedHosts) ? null : failureOfCode('MisdirectedRequest')
}

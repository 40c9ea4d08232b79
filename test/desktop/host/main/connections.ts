import { createHook } from 'node:async_hooks'

/** One way by which a process reached out: to an address, for a name, or by a datagram socket. */
export type Connection = { readonly process: string; readonly kind: 'tcp' | 'dns' | 'udp'; readonly target: string }

type Reach = { readonly address?: string; readonly port?: number; readonly hostname?: string }

const kinds: Record<string, Connection['kind']> = {
  TCPCONNECTWRAP: 'tcp',
  GETADDRINFOREQWRAP: 'dns',
  QUERYWRAP: 'dns',
  UDPWRAP: 'udp',
}

/** Notes every connection beneath net, tls, http and fetch, so none can be made past it; what native code opens is not seen. */
export function noteConnections(process: string, note: (connection: Connection) => void): void {
  createHook({
    init(...[, type, , resource]: [number, string, number, Reach]) {
      const kind = kinds[type]
      if (kind) queueMicrotask(() => note({ process, kind, target: targetOf(resource) }))
    },
    trackPromises: false,
  }).enable()
}

function targetOf({ address, port, hostname }: Reach): string {
  return hostname ?? (address ? `${address}:${port}` : 'a datagram socket')
}

import dns, { type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, Socket, type TcpSocketConnectOpts } from 'node:net'
import type { DatabaseHost } from '../database-place.ts'

/** One address of one host. */
export type HostAddress = {
  readonly host: DatabaseHost
  /** Makes the socket for it; null where the host is no name. */
  readonly stream: (() => Socket) | null
}

/** The addresses that the names of the hosts lead to, one after the other. */
export type HostAddresses = {
  /** How many there are, as each name was resolved last; a name that never was counts as one. */
  count(): number
  /** The first one follows the last one. */
  at(turn: number): HostAddress
  /** Afterwards it is known how many each name has, unless it cannot be resolved. */
  resolve(): Promise<void>
}

const isName = (host: string) => !host.startsWith('/') && isIP(host) === 0

/** In the same order each time, though name servers change it with each answer. The family that they prefer stays first. */
function inOrder(found: readonly LookupAddress[]): readonly LookupAddress[] {
  const unique = [...new Map(found.map((each) => [each.address, each])).values()]
  const rank = ({ family }: LookupAddress) => (family === found[0]?.family ? 0 : 1)
  return unique.sort((one, other) => rank(one) - rank(other) || (one.address < other.address ? -1 : 1))
}

type OnFound = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void

/** Each name is resolved again for each connection, so that it may lead elsewhere by then. */
export function addressesOf(hosts: readonly DatabaseHost[]): HostAddresses {
  const counts = hosts.map(() => 1)
  const find = (index: number, name: string, onFound: OnFound) =>
    dns.lookup(name, { all: true }, (error, found) => {
      const addresses = inOrder(found ?? [])
      if (addresses.length > 0) counts[index] = addresses.length
      onFound(error, addresses)
    })
  /** Where nothing listens at the address, Node tries the next ones. */
  const lookUp =
    (index: number, skipped: number): LookupFunction =>
    (name, _options, done) =>
      find(index, name, (error, addresses) => {
        const first = skipped % (addresses.length || 1)
        done(error, [...addresses.slice(first), ...addresses.slice(0, first)])
      })
  const all = () =>
    counts.flatMap((count, index) => Array.from({ length: count }, (_, skipped) => ({ index, skipped })))
  return {
    count: () => all().length,
    at(turn) {
      const { index, skipped } = all()[turn % all().length] as { index: number; skipped: number }
      const host = hosts[index] as DatabaseHost
      return { host, stream: isName(host.host) ? () => socketWith(lookUp(index, skipped)) : null }
    },
    async resolve() {
      const names = [...hosts.entries()].filter(([, { host }]) => isName(host))
      await Promise.all(names.map(([index, { host }]) => new Promise((done) => find(index, host, done))))
    },
  }
}

/** pg gives a socket the port and the name, and no other way to say how that is resolved. */
function socketWith(lookup: LookupFunction): Socket {
  const socket = new Socket()
  const connectBy: (options: TcpSocketConnectOpts) => Socket = socket.connect.bind(socket)
  const connect = (port: number, host: string) => connectBy({ port, host, lookup, autoSelectFamily: true })
  return Object.assign(socket, { connect })
}

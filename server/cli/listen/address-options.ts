import type { Command } from 'commander'
import { isLoopback } from '../../../shared/server-address.ts'
import type { Config } from '../../config.ts'
import type { AddressRange } from '../../text/address-ranges.ts'
import { usageError } from '../command-error.ts'
import { addAddressRanges, addHosts, parseHost, parsePath, parsePort } from '../parse.ts'
import { setting } from '../settings.ts'

/** The parsed options of {@link withAddressOptions}. */
export type GivenAddress = {
  readonly port?: number
  readonly host: string
  readonly allowedHost?: readonly string[]
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly behindProxy?: boolean
  readonly proxyAddress?: readonly AddressRange[]
}

export const withAddressOptions = (command: Command): Command =>
  command
    .addOption(
      setting('--port <number>', 'port to listen on, 0 for any free one')
        .default(undefined, '8420')
        .argParser(parsePort),
    )
    .addOption(
      setting('--host <address>', 'address to listen on; other than loopback needs TLS or a proxy')
        .default('127.0.0.1')
        .argParser(parseHost),
    )
    .addOption(
      setting('--allowed-host <names>', 'additional host names to accept, separated by commas; repeatable').argParser(
        addHosts,
      ),
    )
    .addOption(setting('--tls-cert <file>', 'certificate chain, PEM').argParser(parsePath))
    .addOption(setting('--tls-key <file>', 'its private key, PEM').argParser(parsePath))
    .addOption(setting('--behind-proxy', 'a proxy in front terminates TLS and sets X-Forwarded-For'))
    .addOption(
      setting(
        '--proxy-address <ranges>',
        'addresses of the proxy, separated by commas; X-Forwarded-For from others is ignored; repeatable',
      ).argParser(addAddressRanges),
    )

function tlsOf({ tlsCert: certFile, tlsKey: keyFile }: GivenAddress): Config['tls'] {
  if (certFile && keyFile) return { certFile, keyFile }
  if (certFile || keyFile) throw usageError('--tls-cert and --tls-key must be used together', 'Use both, or neither.')
  return null
}

const isAnyAddress = (host: string) => /^(0\.0\.0\.0|::)$/.test(host)

/** Tokens and keys must not cross a network unencrypted. */
function assertSheltered({ host, behindProxy = false }: GivenAddress, tls: Config['tls']): void {
  if (isLoopback(host) || tls || behindProxy) return
  throw usageError(
    `${host} is reachable from other machines, which would send tokens and keys unencrypted without TLS`,
    'Use --tls-cert and --tls-key, or --behind-proxy if a proxy terminates TLS.',
  )
}

type Address = Pick<Config, 'host' | 'allowedHosts' | 'tls' | 'behindProxy' | 'proxyAddresses'> & {
  readonly port?: number
}

export function listenAddressOf(given: GivenAddress): Address {
  const { port, host, allowedHost = [], behindProxy = false, proxyAddress = null } = given
  const tls = tlsOf(given)
  assertSheltered(given, tls)
  if (proxyAddress && !behindProxy)
    throw usageError('--proxy-address needs --behind-proxy', 'Add --behind-proxy, or omit --proxy-address.')
  const ownName = isAnyAddress(host) ? [] : [host.includes(':') ? `[${host}]` : host.toLowerCase()]
  return {
    ...(port !== undefined && { port }),
    host,
    allowedHosts: [...ownName, ...allowedHost],
    tls,
    behindProxy,
    proxyAddresses: proxyAddress,
  }
}

import type { Command } from 'commander'
import { isLoopback } from '../../../shared/server-address.ts'
import type { Config } from '../../config.ts'
import { usageError } from '../command-error.ts'
import { parseAddress, parseSeconds, splitAddress } from '../parse.ts'
import { setting } from '../settings.ts'

/** The parsed options of {@link withMonitoringOptions}. */
export type GivenMonitoring = {
  readonly metrics?: string
  readonly metricsUnprotected?: boolean
  readonly drain: number
}

/** How a server is run by a monitoring system and a load balancer. */
export const withMonitoringOptions = (command: Command): Command =>
  command
    .addOption(
      setting(
        '--metrics <address:port>',
        'serve metrics for Prometheus at /metrics on this address, such as 127.0.0.1:9464',
      ).argParser(parseAddress),
    )
    .addOption(
      setting('--metrics-unprotected', 'allow other machines to read the metrics, which have neither TLS nor a token'),
    )
    .addOption(
      setting(
        '--drain <seconds>',
        'after a stop signal, go on for so long with /readyz at 503, so that a load balancer sends requests elsewhere',
      )
        .default(0)
        .argParser(parseSeconds),
    )

/** Metrics hold no secret, but show how busy a desk is and when its keys were rotated. */
export function metricsOf({ metrics, metricsUnprotected = false }: GivenMonitoring): Config['metrics'] {
  const address = metrics === undefined ? null : splitAddress(metrics)
  if (!address || metricsUnprotected || isLoopback(address.host)) return address
  throw usageError(
    `--metrics ${address.host} is reachable from other machines, which could read the metrics without a token`,
    'Use a loopback address, or --metrics-unprotected if the network lets only your monitoring reach it.',
  )
}

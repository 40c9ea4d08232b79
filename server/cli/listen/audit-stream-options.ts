import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import { usageError } from '../command-error.ts'
import { addDestinations, parsePath, parseSeconds } from '../parse.ts'
import { setting } from '../settings.ts'

/** The parsed options of {@link withAuditStreamOptions}. */
export type GivenAuditStreams = {
  readonly auditStream?: readonly URL[]
  readonly requiredAuditStream?: readonly URL[]
  readonly auditStreamCa?: string
  readonly auditStreamToken?: string
  readonly auditStreamPatience: number
}

/** Where every audit record is sent to. */
export const withAuditStreamOptions = (command: Command): Command =>
  command
    .addOption(
      setting(
        '--audit-stream <urls>',
        'send every audit record there: file:///PATH, syslog+tls://HOST:PORT or https://HOST/PATH, separated by commas; repeatable',
      ).argParser(addDestinations),
    )
    .addOption(
      setting(
        '--required-audit-stream <urls>',
        'like --audit-stream; while such a destination does not take records, every change is refused',
      ).argParser(addDestinations),
    )
    .addOption(
      setting('--audit-stream-ca <file>', 'authorities to trust at these destinations, PEM').argParser(parsePath),
    )
    .addOption(
      setting('--audit-stream-token <file>', 'file with the bearer token for https destinations').argParser(parsePath),
    )
    .addOption(
      setting(
        '--audit-stream-patience <seconds>',
        'how long records may wait for a required destination before changes are refused',
      )
        .default(10)
        .argParser(parseSeconds),
    )

export function auditStreamsOf({
  auditStream = [],
  requiredAuditStream = [],
  ...given
}: GivenAuditStreams): Config['auditStreams'] {
  const all = [...auditStream, ...requiredAuditStream].map(({ href }) => href)
  const twice = all.find((href, at) => all.indexOf(href) !== at)
  if (twice) throw usageError(`${twice} is a destination of the audit twice`, 'Name it once.')
  return {
    destinations: [
      ...auditStream.map((url) => ({ url, isRequired: false })),
      ...requiredAuditStream.map((url) => ({ url, isRequired: true })),
    ],
    caFile: given.auditStreamCa ?? null,
    tokenFile: given.auditStreamToken ?? null,
    patienceMs: given.auditStreamPatience * 1_000,
  }
}

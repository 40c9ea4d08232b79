import type { Command } from 'commander'
import type { Config } from '../../config.ts'
import { shortestRecordAge } from '../../rotations/idempotency.ts'
import { shortestRotationAge } from '../../rotations/machine.ts'
import { shortestSessionAge, usualSessionAge } from '../../sign-in/settings.ts'
import { checkRetention, parseRetention } from '../parse.ts'
import { setting } from '../settings.ts'

/** The parsed options of {@link withRetentionOptions}, as given. */
export type GivenRetention = {
  readonly keepRotations?: string
  readonly keepIdempotencyRecords?: string
  readonly keepSessions?: string
}

/** How long what has ended is kept. */
export const withRetentionOptions = (command: Command): Command =>
  command
    .addOption(
      setting(
        '--keep-rotations <duration>',
        'remove rotations that ended so long ago, such as 730d, at least 30d; the audit keeps them',
      )
        .default(undefined, 'never')
        .argParser(checkRetention(shortestRotationAge)),
    )
    .addOption(
      setting(
        '--keep-idempotency-records <duration>',
        'remember the outcome under an Idempotency-Key for so long, such as 7d, at least 1d',
      )
        .default(undefined, '1d')
        .argParser(checkRetention(shortestRecordAge)),
    )
    .addOption(
      setting(
        '--keep-sessions <duration>',
        'remove sessions of the identity provider that ended so long ago, at least 1d; the audit keeps them',
      )
        .default(undefined, '90d')
        .argParser(checkRetention(shortestSessionAge)),
    )

type Retention = Pick<Config, 'keepRotations' | 'keepIdempotencyRecords' | 'keepSessions'>

export const retentionOf = ({ keepRotations, keepIdempotencyRecords, keepSessions }: GivenRetention): Retention => ({
  keepRotations: keepRotations === undefined ? null : parseRetention(keepRotations, shortestRotationAge),
  keepIdempotencyRecords:
    keepIdempotencyRecords === undefined
      ? shortestRecordAge
      : parseRetention(keepIdempotencyRecords, shortestRecordAge),
  keepSessions: keepSessions === undefined ? usualSessionAge : parseRetention(keepSessions, shortestSessionAge),
})

import type { Command } from 'commander'
import { type DatabasePlace, DatabaseUrlError, parseDatabaseUrl } from '../store/database-place.ts'
import { usageError } from './command-error.ts'
import { setting } from './settings.ts'
import { type GivenPassword, passwordOf, withPasswordOptions } from './store-password.ts'

/** The options as commander parses them. */
export type GivenStore = GivenPassword & { readonly store?: string }

/** Adds the options that say where data is that is not in the folder; read them with {@link databaseOf}. */
export const withStoreOptions = (command: Command): Command =>
  withPasswordOptions(
    command.addOption(
      setting('--store <url>', 'PostgreSQL database in place of the data folder: postgres://user@host/database'),
    ),
  )

const refused = (reason: string, nextStep: string) => usageError(`--store cannot be used: ${reason}`, nextStep)

function placeIn(url: string): DatabasePlace {
  try {
    return parseDatabaseUrl(url)
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error
    throw refused(error.message, error.nextStep)
  }
}

/** The database that is named, or null. A password in its URL would be seen by every user of the machine, so it is refused. */
export function databaseOf({ store, ...given }: GivenStore): DatabasePlace | null {
  if (!store) return null
  const place = placeIn(store)
  if (place.password)
    throw refused(
      'its URL has a password, which other users of this machine can read',
      'Write the password into a file that only this user can read, and name it with --store-password-file; or use --store-password-fd or PGPASSWORD.',
    )
  return { ...place, password: passwordOf(given) }
}

/** For commands that need the files of a data folder. */
export function assertInFolder({ store }: GivenStore, nextStep: string): void {
  if (store) throw refused('this command works on a data folder, and the data is in a database', nextStep)
}

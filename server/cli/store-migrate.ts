import type { Command } from 'commander'
import { prepareDatabase } from '../data-folder.ts'
import type { WaitingStep } from '../store/administration.ts'
import { nameOfDatabase } from '../store/database-place.ts'
import { usageError } from './command-error.ts'
import { answer } from './output.ts'
import { setting } from './settings.ts'
import { databaseOf, type GivenStore, withStoreOptions } from './store-options.ts'

type Given = GivenStore & { readonly serviceRole?: string; readonly json?: boolean }

async function migrate(given: Given): Promise<void> {
  const { serviceRole = null, json = false } = given
  const database = databaseOf(given)
  if (!database)
    throw usageError(
      'there is no database to migrate',
      'Name it with --store; the schema of a data folder is migrated when its server starts.',
    )
  const { known: schema, waiting } = await prepareDatabase(database, serviceRole)
  const granted = serviceRole ? ` Role "${serviceRole}" may serve it.` : ''
  answer({ json }, { schema, serviceRole, waiting }, () =>
    [`${nameOfDatabase(database)} has schema ${schema}.${granted}`, ...waiting.map(lineOf)].join('\n'),
  )
}

const lineOf = ({ step, servers }: WaitingStep): string =>
  `Step ${step} was not taken: servers of an earlier version use what it removes (${servers.join(', ')}). Run this command again once they have stopped.`

export const addStoreMigrate = (store: Command): void =>
  void withStoreOptions(store.command('migrate'))
    .addOption(
      setting('--service-role <name>', 'role of the servers: it may change rows, but no table and no audit record'),
    )
    .addOption(setting('--json', 'print exactly one JSON value on standard output'))
    .action(migrate)

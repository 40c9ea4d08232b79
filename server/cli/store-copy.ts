import { resolve } from 'node:path'
import type { Command } from 'commander'
import { keyFileIn } from '../config.ts'
import { copyStore, type StoreCopy } from '../copy/copy-store.ts'
import type { StorePlace } from '../data-folder.ts'
import { usageError } from './command-error.ts'
import { answer, idAsNumber } from './output.ts'
import { createProgress, type GivenProgress, progressOption } from './progress.ts'
import { setting } from './settings.ts'
import { databaseOf } from './store-options.ts'
import { type GivenPassword, withPasswordOptions } from './store-password.ts'

type Given = GivenPassword & GivenProgress & { readonly json?: boolean }

const isUrl = (text: string) => /^postgres(ql)?:/.test(text)

function placeOf(text: string, given: Given): StorePlace {
  if (!isUrl(text)) return { dataDir: resolve(text) }
  const database = databaseOf({ ...given, store: text })
  if (!database) throw new Error('a URL names a database')
  return { database }
}

function assertOfBoth(from: string, to: string): void {
  if (isUrl(from) !== isUrl(to)) return
  throw usageError(
    isUrl(from) ? 'both ends of the copy are databases' : 'both ends of the copy are data folders',
    isUrl(from) ? 'Use pg_dump and pg_restore.' : 'Use "strongroom backup create" and "backup restore".',
  )
}

const toJson = ({ head, ...others }: StoreCopy) => ({
  ...others,
  head: head && { sequence: idAsNumber(head.sequence), hash: head.hash },
})

function toText({ from, to, tables, head, keys }: StoreCopy, places: Places): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const audit = head ? `the audit was verified up to record ${head.sequence}, ${head.hash}` : 'the audit has no record'
  return [
    `Copied ${rows} rows in ${tables.length} tables from ${from} to ${to}. Each table has the same rows there, and ${audit}.`,
    ...keys.map(
      ({ keyId, credentials }) => `Key ${keyId} seals ${credentials} stored credentials and webhook secrets.`,
    ),
    ...nextSteps(places, keys.length > 0),
  ].join('\n')
}

type Places = { readonly from: StorePlace; readonly to: StorePlace }

/** A key file is not part of a copy, nor is the anchor of a server. */
function nextSteps({ from, to }: Places, hasCredentials: boolean): readonly string[] {
  const oneAlone = `${'dataDir' in from ? from.dataDir : 'The database'} was not changed. Serve only one of them from now on.`
  if ('dataDir' in to)
    return [
      ...(hasCredentials ? [`Copy the key file of a server to ${keyFileIn(to.dataDir)}, if it is a file.`] : []),
      oneAlone,
    ]
  const { dataDir } = from as { readonly dataDir: string }
  return [
    ...(hasCredentials ? [`Give each server that key: it is not in the database (${keyFileIn(dataDir)}).`] : []),
    `Copy ${dataDir}/audit.anchor into the empty data folder of each server, so that lost records are found.`,
    oneAlone,
  ]
}

async function copy(from: string, to: string, given: Given): Promise<void> {
  assertOfBoth(from, to)
  const places = { from: placeOf(from, given), to: placeOf(to, given) }
  const { json = false } = given
  const progress = createProgress({ json, progress: given.progress })
  const copied = await copyStore({ ...places, onProgress: progress.show }).finally(progress.stop)
  answer({ json }, toJson(copied), () => toText(copied, places))
}

export const addStoreCopy = (store: Command): void =>
  void withPasswordOptions(
    store
      .command('copy')
      .argument('<from>', 'data folder or postgres://user@host/database with the data')
      .argument('<to>', 'empty database, or new folder, to copy to'),
  )
    .addOption(progressOption())
    .addOption(setting('--json', 'print exactly one JSON value on standard output'))
    .action(copy)

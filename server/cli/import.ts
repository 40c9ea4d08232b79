import { type Command, InvalidArgumentError } from 'commander'
import { sizesOf, UnreadableFile } from '../import/files.ts'
import type { FileResult } from '../import/import-file.ts'
import { importFiles } from '../import/import-files.ts'
import { epochMillisecondsOf } from '../import/moment.ts'
import { actorOf } from './actor.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { withStore } from './folder.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer } from './output.ts'
import { createProgress, type GivenProgress, progressOption } from './progress.ts'
import { table } from './table.ts'

type Given = GivenFolder &
  GivenProgress & { readonly network: string; readonly timestamp?: number; readonly allowBaseUrlChange?: boolean }

function parseMoment(text: string): number {
  const at = epochMillisecondsOf(text)
  if (at === null) throw new InvalidArgumentError('It must be a moment with its zone, such as 2026-03-01T12:00:00Z.')
  return at
}

/** Says so before a data folder is made for nothing. */
async function assertReadable(files: readonly string[]): Promise<void> {
  try {
    await sizesOf(files)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const exitCode = error.code === 'ENOENT' ? exitCodes.notFound : exitCodes.failed
    throw new CommandError(error.message, { nextStep: 'Name files of CSV or NDJSON, see docs/import.md.', exitCode })
  }
}

const fates = ['added', 'changed', 'unchanged', 'skipped', 'refused'] as const

const rowOf = (result: FileResult) => [
  result.file,
  result.kind ?? 'unknown',
  ...fates.map((fate) => result[fate].toLocaleString('en-US')),
]

function toText(results: readonly FileResult[]): string {
  const lines = results.flatMap(({ refused, rejectedFile }) =>
    rejectedFile ? [`${refused.toLocaleString('en-US')} refused with their reasons: ${rejectedFile}`] : [],
  )
  return [table([['file', 'kind', ...fates], ...results.map(rowOf)]), ...lines].join('\n')
}

async function runImport(files: readonly string[], given: Given): Promise<void> {
  const options = folderOptionsOf(given)
  await assertReadable(files)
  const { network, timestamp = null, allowBaseUrlChange: mayChangeBaseUrl = false } = given
  const actor = actorOf('import')
  const progress = createProgress({ ...options, progress: given.progress })
  const results = await withStore(options, (store) =>
    importFiles(store, files, { network, timestamp, actor, mayChangeBaseUrl, onProgress: progress.show }),
  ).finally(progress.stop)
  answer(options, { files: results }, () => toText(results))
  if (results.some(({ refused }) => refused > 0)) process.exitCode = exitCodes.failed
}

/** `strongroom import`: what other systems hold comes in as files, as often as one likes. */
export const addImport = (program: Command): void =>
  void withFolderOptions(
    program
      .command('import')
      .description(
        'import CSV or NDJSON; the same file twice changes nothing, refused lines go to FILE.rejected.ndjson',
      )
      .argument('<file...>', 'files in any order; what they hold is told by their columns')
      .option('--network <name>', 'network that token transfers come from', 'Ethereum')
      .option('--timestamp <moment>', 'when token transfers happened that do not say it (ISO 8601)', parseMoment)
      .option(
        '--allow-base-url-change',
        'let custodians that have credentials change their baseUrl: credentials are sent there from then on',
      )
      .addOption(progressOption()),
  ).action(runImport)

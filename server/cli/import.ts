import { constants, getPriority, setPriority } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import { sizesOf, UnreadableFile } from '../import/files.ts'
import type { FileResult } from '../import/import-file.ts'
import { importFiles } from '../import/import-files.ts'
import { standardInput } from '../import/input.ts'
import { epochMillisecondsOf } from '../import/moment.ts'
import { assertRejectedNameFree, RejectedFileTaken } from '../import/rejected-file.ts'
import { actorOf } from './actor.ts'
import { CommandError, usageError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { withStore } from './folder.ts'
import { listenForInterruption } from './interruption.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, note } from './output.ts'
import { createProgress, type GivenProgress, progressOption } from './progress.ts'
import { table } from './table.ts'

type Given = GivenFolder &
  GivenProgress & {
    readonly network: string
    readonly timestamp?: number
    readonly lastLineComplete?: boolean
    readonly requireRowCount?: boolean
    readonly allowBaseUrlChange?: boolean
  }

function parseMoment(text: string): number {
  const at = epochMillisecondsOf(text)
  if (at === null) throw new InvalidArgumentError('It must be a time with a time zone, such as 2026-03-01T12:00:00Z.')
  return at
}

/** Rejects an impossible import before a data folder is created. */
async function assertImportable(files: readonly string[]): Promise<void> {
  if (files.filter((file) => file === standardInput).length > 1)
    throw usageError('standard input can be read only once', 'Name - once.')
  try {
    await sizesOf(files)
    for (const file of files) assertRejectedNameFree(file)
  } catch (error) {
    if (error instanceof RejectedFileTaken)
      throw new CommandError(error.message, { nextStep: error.nextStep, exitCode: exitCodes.failed })
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

/** Warnings shown per file. */
const mostWarnings = 20

function toText(results: readonly FileResult[]): string {
  const lines = results.flatMap(({ refused, rejectedFile }) =>
    rejectedFile ? [`${refused.toLocaleString('en-US')} rejected; reasons are in ${rejectedFile}`] : [],
  )
  for (const { file, warned = 0, warnings = [] } of results) {
    lines.push(
      ...warnings.slice(0, mostWarnings).map(({ line, warning }) => `warning: ${file}, line ${line}: ${warning}`),
    )
    if (warned > mostWarnings) lines.push(`warning: ${file}: ${(warned - mostWarnings).toLocaleString('en-US')} more`)
  }
  const otherBlocks = results.reduce((sum, result) => sum + (result.otherBlocks ?? 0), 0)
  if (otherBlocks)
    lines.push(
      `${otherBlocks.toLocaleString('en-US')} of them belong to orphaned blocks: another block is stored at that height`,
    )
  return [table([['file', 'kind', ...fates], ...results.map(rowOf)]), ...lines].join('\n')
}

const nextStep = 'Run the same command again; stored rows are not added twice.'

const storedIn = ({ added, changed, unchanged }: FileResult): number => added + changed + unchanged

/** The progress of an interrupted import, for the person who stopped it. */
function tellInterruption(results: readonly FileResult[], signal: string): void {
  const rows = results.reduce((sum, result) => sum + storedIn(result), 0).toLocaleString('en-US')
  const whole = results.filter(({ interrupted }) => !interrupted).length
  note(
    `strongroom: the import was interrupted by ${signal}: ${rows} rows are stored, ${whole} of ${results.length} files are complete. ${nextStep}`,
  )
}

const settingsOf = (given: Given) => ({
  network: given.network,
  timestamp: given.timestamp ?? null,
  isLastLineComplete: given.lastLineComplete ?? false,
  needsRowCount: given.requireRowCount ?? false,
  mayChangeBaseUrl: given.allowBaseUrlChange ?? false,
  actor: actorOf('import'),
})

/** A server on the same machine answers first. The thread that writes gets the priority of the one that starts it. */
const yieldToOthers = () => setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))

async function runImport(files: readonly string[], given: Given): Promise<void> {
  yieldToOthers()
  const options = folderOptionsOf(given)
  await assertImportable(files)
  using interruption = listenForInterruption()
  const { signal } = interruption
  const progress = createProgress({ ...options, progress: given.progress })
  const results = await withStore(options, (store) =>
    importFiles(store, files, { ...settingsOf(given), signal, onProgress: progress.show }),
  ).finally(progress.stop)
  const cause = interruption.cause()
  const interrupted = cause && { interrupted: { signal: cause.signal, nextStep } }
  answer(options, { files: results, ...interrupted }, () => toText(results))
  if (cause) tellInterruption(results, cause.signal)
  if (results.some(({ refused }) => refused > 0)) process.exitCode = exitCodes.failed
  if (cause) process.exitCode = cause.exitCode
}

/** `strongroom import`: imports files exported from other systems; safe to repeat. */
export const addImport = (program: Command): void =>
  void withFolderOptions(
    program
      .command('import')
      .argument('<file...>', 'files in any order, or - for standard input; their columns determine the kind of data')
      .option('--network <name>', 'network of token transfers', 'Ethereum')
      .option('--timestamp <moment>', 'time of token transfers without one (ISO 8601)', parseMoment)
      .option('--last-line-complete', 'accept a last line without a line break, which may be truncated')
      .option('--require-row-count', 'reject files that do not declare their row count in the last line')
      .option(
        '--allow-base-url-change',
        'let custodians that have credentials change their baseUrl: credentials are sent there from then on',
      )
      .addOption(progressOption()),
  ).action(runImport)

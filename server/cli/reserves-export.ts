import { type Command, Option } from 'commander'
import { administer } from '../data-folder.ts'
import { type ExportForm, transactionLines } from '../reserves/export-transactions.ts'
import type { Inspection, TransactionFilter } from '../store/inspection.ts'
import { CommandError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { assertWritableTarget, writeExport } from './export-file.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'

type Given = GivenFolder & {
  readonly output?: string
  readonly format: ExportForm
  readonly token?: string
  readonly network?: string
}

async function assertExportable({ engine, schema, tokenIds }: Inspection, filter: TransactionFilter): Promise<void> {
  if (schema.applied < schema.known)
    throw new CommandError('the data was written by an older version', {
      nextStep: engine.steps.migrate,
      exitCode: exitCodes.failed,
    })
  const named = [filter.symbol, filter.network].filter((name) => name !== undefined)
  if (named.length > 0 && (await tokenIds(filter)).size === 0)
    throw new CommandError(`there is no token ${named.map((name) => `"${name}"`).join(' on ')}`, {
      nextStep: 'Use the symbol and network exactly as in the reserves report.',
      exitCode: exitCodes.notFound,
    })
}

async function exportTransactions(given: Given): Promise<void> {
  const { dataDir, database, json } = folderOptionsOf(given)
  const { output, format, token: symbol, network } = given
  assertWritableTarget({ output, json }, 'transactions')
  await using inspection = await administer(dataDir, database).inspect()
  await assertExportable(inspection, { symbol, network })
  const lines = transactionLines(inspection, { symbol, network }, format)
  await writeExport({ lines, headerLines: format === 'csv' ? 1 : 0, noun: 'transactions' }, { output, json })
}

export const addReservesExport = (reserves: Command): void =>
  void withFolderOptions(reserves.command('export'))
    .option('--output <file>', 'write to this new file instead of standard output')
    .addOption(new Option('--format <format>', 'row format').choices(['csv', 'jsonl']).default('csv'))
    .option('--token <symbol>', 'only transactions of the tokens with this symbol')
    .option('--network <name>', 'only transactions on this network')
    .action(exportTransactions)

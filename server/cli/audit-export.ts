import { type Command, Option } from 'commander'
import { AuditKind } from '../../shared/audit.ts'
import type { Id } from '../../shared/primitives.ts'
import { auditLines } from '../audit/export-audit.ts'
import { administer } from '../data-folder.ts'
import type { AuditLink } from '../store/inspection.ts'
import { usageError } from './command-error.ts'
import { assertWritableTarget, writeExport } from './export-file.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { idAsNumber } from './output.ts'
import { parseId, parseMoment } from './parse.ts'

type Given = GivenFolder & {
  readonly output?: string
  readonly custodian?: Id
  readonly kind?: AuditKind
  readonly since?: number
  readonly after?: Id
  readonly upTo?: Id
}

async function exportRecords(given: Given): Promise<void> {
  const { dataDir, database, json } = folderOptionsOf(given)
  const { output, custodian: custodianId, kind, since, after, upTo } = given
  assertSegment(given)
  assertWritableTarget({ output, json }, 'records')
  await using inspection = await administer(dataDir, database).inspect()
  const segment = followEnds(inspection.auditLinks({ custodianId, kind, since, after, upTo }))
  const facts = isFiltered(given) ? () => ({}) : segment.ends
  await writeExport({ lines: auditLines(segment.links), noun: 'records', facts }, { output, json })
}

const isFiltered = ({ custodian, kind, since }: Given) => [custodian, kind, since].some((each) => each !== undefined)

/** Records between two places follow one another, which filtered ones do not. */
function assertSegment(given: Given): void {
  if (!isFiltered(given) || (given.after === undefined && given.upTo === undefined)) return
  throw usageError(
    '--after and --up-to export records without gaps, and --custodian, --kind and --since leave gaps',
    'Use one or the other.',
  )
}

const placeOf = (sequence: string, hash: string | null) => ({ sequence: idAsNumber(sequence), hash })

/** The same records; afterwards the places of the chain that they follow and end with, null where there are none. */
function followEnds(all: AsyncIterable<AuditLink>) {
  let first: AuditLink | null = null
  let last: AuditLink | null = null
  async function* links() {
    for await (const link of all) {
      first ??= link
      last = link
      yield link
    }
  }
  const ends = () => ({
    start: first && placeOf(`${BigInt(first.sequence) - 1n}`, first.previous),
    end: last && placeOf(last.sequence, last.hash),
  })
  return { links: links(), ends }
}

export const addAuditExport = (audit: Command): void =>
  void withFolderOptions(audit.command('export'))
    .option('--output <file>', 'write to this new file instead of standard output')
    .option('--custodian <id>', 'only records of this custodian', parseId)
    .addOption(new Option('--kind <kind>', 'only records of this kind').choices(AuditKind.options))
    .option('--since <moment>', 'only records since then: 2026-01-31 or 2026-01-31T09:30:00Z', parseMoment)
    .option('--after <sequence>', 'only records behind this one, such as the last of an earlier export', parseId)
    .option('--up-to <sequence>', 'only records up to this one', parseId)
    .action(exportRecords)

import { type Command, InvalidArgumentError, Option } from 'commander'
import { AuditKind, AuditOutcome, type AuditRecord, ListAudit } from '../../../shared/audit.ts'
import type { Id } from '../../../shared/primitives.ts'
import { parseCount, parseId, parseMoment } from '../parse.ts'
import { answerRows, type GivenRows, type ListColumn, withRowFormats } from './answer-rows.ts'
import type { Api } from './api.ts'
import { requireValue } from './remote-error.ts'
import { apiOf, withServer } from './target.ts'

type Given = GivenRows & {
  readonly operator?: string
  readonly kind?: AuditKind
  readonly outcome?: (typeof AuditOutcome.options)[number]
  readonly tenant?: Id
  readonly custodian?: Id
  readonly rotation?: string
  readonly requestId?: string
  readonly since?: number
  readonly until?: number
  readonly limit: number
}

const detailsOf = ({ details }: AuditRecord) =>
  Object.entries(details)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

const columns: readonly ListColumn<AuditRecord>[] = [
  { name: 'sequence', title: 'NO', of: ({ sequence }) => sequence },
  { name: 'at', title: 'TIME', of: ({ at }) => at },
  { name: 'kind', title: 'KIND', of: ({ kind }) => kind },
  { name: 'actor', title: 'ACTOR', of: ({ actor }) => actor },
  { name: 'tenantId', title: 'TENANT', of: ({ tenantId }) => tenantId },
  { name: 'custodianId', title: 'CUSTODIAN', of: ({ custodianId }) => custodianId },
  { name: 'rotationId', title: 'ROTATION', of: ({ rotationId }) => rotationId },
  { name: 'details', title: 'DETAILS', of: detailsOf },
]

function parseRequestId(text: string): string {
  if (!ListAudit.shape.requestId.safeParse(text).success)
    throw new InvalidArgumentError('It must be an ID from a request-id header.')
  return text
}

const timeOf = (at: number) => new Date(at).toISOString()

const filterOf = ({ operator, kind, outcome, tenant, custodian, rotation, requestId, since, until }: Given) => {
  const filter = {
    operator,
    kind,
    outcome,
    tenantId: tenant,
    custodianId: custodian,
    rotationId: rotation,
    requestId,
    from: since === undefined ? undefined : timeOf(since),
    to: until === undefined ? undefined : timeOf(until),
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

const largestPage = 1_000

/** The newest records that match, page by page until there are enough. */
async function readRecords(api: Api, given: Given): Promise<AuditRecord[]> {
  const records: AuditRecord[] = []
  for (let cursor: string | null | undefined; cursor !== null && records.length < given.limit; ) {
    const limit = Math.min(largestPage, given.limit - records.length)
    const input = { ...filterOf(given), limit, ...(cursor !== undefined && { cursor }) }
    const page = requireValue(await api.call('audit.list', input), 'the audit log cannot be read', api)
    records.push(...page.records)
    cursor = page.nextCursor
  }
  return records
}

async function list(given: Given, command: Command): Promise<void> {
  const rows = await readRecords(await apiOf(given, command), given)
  answerRows(given, { value: rows, rows, columns, none: 'There are no such records.' })
}

export const addAuditList = (audit: Command): void =>
  void withRowFormats(withServer(audit.command('list')))
    .option('--operator <name>', 'only records of this actor')
    .addOption(new Option('--kind <kind>', 'only records of this kind').choices(AuditKind.options))
    .addOption(
      new Option('--outcome <word>', 'only records with this outcome or verdict').choices(AuditOutcome.options),
    )
    .option('--tenant <id>', 'only records of this tenant', parseId)
    .option('--custodian <id>', 'only records of this custodian', parseId)
    .option('--rotation <id>', 'only records of this rotation, validation or check')
    .option('--request-id <id>', 'only records of what this request led to', parseRequestId)
    .option('--since <moment>', 'only records since then: 2026-01-31 or 2026-01-31T09:30:00Z', parseMoment)
    .option('--until <moment>', 'only records before then', parseMoment)
    .option('--limit <number>', 'maximum number', parseCount, 50)
    .action(list)

import type { AuditPage } from '../../../shared/audit.ts'
import type { OperationName } from '../../../shared/operations.ts'
import type { Permission } from '../../../shared/permissions.ts'
import type { Session } from '../../../shared/session.ts'
import { type Attention, attentionOf, failuresCountSince } from '../../bridge/attention.ts'
import { readEarlierFailures, recentRecords } from '../../bridge/attention-reads.ts'
import type { ReadCustodian } from '../../bridge/new-words.ts'

/** What a server answers to a query; throws where it does not. */
export type Query = (path: OperationName, input: object) => Promise<unknown>

/** What needs an operator, as Home has it, by as much as the token may read. */
export async function readAttention(query: Query, dueDays: number): Promise<readonly Attention[]> {
  const session = (await query('session.whoAmI', {})) as Session
  const may = (permission: Permission) => session.permissions.includes(permission)
  const custodians = may('custodians:read')
    ? ((await query('custodians.list', {})) as readonly ReadCustodian[])
    : undefined
  const audit = may('audit:read') ? ((await query('audit.list', recentRecords)) as AuditPage) : undefined
  const since = custodians ? failuresCountSince(custodians) : null
  const earlier =
    audit?.nextCursor && since !== null
      ? await readEarlierFailures(
          { before: audit.nextCursor, since },
          async (input) => (await query('audit.list', input)) as AuditPage,
        )
      : undefined
  const records = { records: audit?.records, earlierFailures: earlier?.records }
  return attentionOf({ session, custodians, ...records, now: Date.now(), dueDays })
}

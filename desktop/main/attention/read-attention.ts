import type { AuditPage } from '../../../shared/audit.ts'
import type { OperationName } from '../../../shared/operations.ts'
import type { Permission } from '../../../shared/permissions.ts'
import type { Session } from '../../../shared/session.ts'
import type { OperatorToken } from '../../../shared/token-administration.ts'
import { type Attention, attentionOf, failuresCountSince } from '../../bridge/attention.ts'
import { expiringTokens, readEarlierFailures, recentRecords } from '../../bridge/attention-reads.ts'
import type { ReadCustodian } from '../../bridge/new-words.ts'

/** How the server in use is asked; both throw where it cannot be. */
export type AttentionReads = {
  /** Why it cannot do its work, as it says; null while it can. */
  readonly notReady: () => Promise<string | null>
  /** What it answers to a query. */
  readonly query: (path: OperationName, input: object) => Promise<unknown>
}

/** What needs an operator, as Home has it, by as much as the token may read. */
export async function readAttention(reads: AttentionReads, dueDays: number): Promise<readonly Attention[]> {
  const { query } = reads
  const now = Date.now()
  const session = (await query('session.whoAmI', {})) as Session
  const may = (permission: Permission) => session.permissions.includes(permission)
  const custodians = may('custodians:read')
    ? ((await query('custodians.list', {})) as readonly ReadCustodian[])
    : undefined
  const audit = may('audit:read') ? ((await query('audit.list', recentRecords)) as AuditPage) : undefined
  const tokens = may('tokens:read')
    ? ((await query('tokens.list', expiringTokens(now))) as readonly OperatorToken[])
    : undefined
  const since = custodians ? failuresCountSince(custodians) : null
  const earlier =
    audit?.nextCursor && since !== null
      ? await readEarlierFailures(
          { before: audit.nextCursor, since },
          async (input) => (await query('audit.list', input)) as AuditPage,
        )
      : undefined
  const records = { records: audit?.records, earlierFailures: earlier?.records }
  const notReady = await reads.notReady()
  return attentionOf({ session, custodians, tokens, notReady, ...records, now, dueDays })
}

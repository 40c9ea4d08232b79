import { verifyChain } from '../audit/verify-chain.ts'
import { openCopy, type StorePlace } from '../data-folder.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import type { RecordProgress } from '../platform/progress.ts'
import type { CopiedTable, CopySource, CopyTarget } from '../store/copied-tables.ts'
import type { AuditHead } from '../store/store.ts'
import { keyIdOfSealed } from '../vault/sealed-secret.ts'
import { digested, digestOfTable, type TableDigest } from './table-digest.ts'

export type CopiedRows = TableDigest & { readonly name: string }

export type StoreCopy = {
  readonly from: string
  readonly to: string
  readonly tables: readonly CopiedRows[]
  /** The end of the audit, which was verified in the copy. */
  readonly head: AuditHead
  /** How many stored credentials, and secrets of webhooks, each key-encryption key wraps. */
  readonly keys: readonly { readonly keyId: string; readonly credentials: number }[]
}

type Request = {
  readonly from: StorePlace
  readonly to: StorePlace
  onProgress?(progress: RecordProgress): void
}

/**
 * Copies everything that is stored between a data folder and a database, and reads the copy again before it is published:
 * each table has the same digest there, and the audit is whole. Key files are not copied.
 */
export async function copyStore({ from, to, onProgress = () => {} }: Request): Promise<StoreCopy> {
  await using copy = await openCopy(from, to)
  const { source, target, tables } = copy
  const follow = createFollower(await countAll(source, tables), onProgress)
  const copied: CopiedRows[] = []
  for (const table of tables) copied.push(await copyTable(copy, table, follow))
  const head = await source.head()
  await target.complete({ salt: await source.salt(), head })
  await assertSoundAudit(target, head)
  const keys = await keysOf(target, tables)
  await target.publish()
  return { from: source.name, to: target.name, tables: copied, head, keys }
}

async function countAll(source: CopySource, tables: readonly CopiedTable[]): Promise<number> {
  let all = 0
  for (const table of tables) all += await source.count(table)
  return all
}

type Follower = (step: string) => (rows: number) => void

function createFollower(allRecords: number, onProgress: (progress: RecordProgress) => void): Follower {
  let doneRecords = 0
  return (step) => (rows) => {
    doneRecords += rows
    onProgress({ step, doneRecords, allRecords })
  }
}

type Ends = { readonly source: CopySource; readonly target: CopyTarget }

async function copyTable({ source, target }: Ends, table: CopiedTable, follow: Follower): Promise<CopiedRows> {
  const rows = digested(source.rows(table), follow(table.name))
  await target.fill(table, rows)
  const given = rows.digest()
  const stored = await digestOfTable(target.rows(table))
  if (stored.rows !== given.rows || stored.sha256 !== given.sha256) throw differing(table, { given, stored })
  return { name: table.name, ...given }
}

const differing = ({ name }: CopiedTable, { given, stored }: Record<'given' | 'stored', TableDigest>) =>
  new DataFolderError(
    `the copy of table ${name} is not the same: ${given.rows} rows with SHA-256 ${given.sha256} were read, ` +
      `and ${stored.rows} with ${stored.sha256} are stored`,
    'Nothing was kept. Report it with this line.',
  )

/** The rows of the source were read into it as they are, so what is found here is a fault of the source. */
async function assertSoundAudit({ audit }: CopyTarget, head: AuditHead): Promise<void> {
  const { fault } = await verifyChain({ ...audit, anchor: head ?? 'missing', othersWrite: false })
  if (!fault) return
  const where = fault.sequence === null ? '' : `record ${fault.sequence}: `
  throw new DataFolderError(
    `the audit of what was to be copied is not sound: ${where}${fault.reason}`,
    'Nothing was kept. Run "strongroom audit verify" on it, and restore a backup with "strongroom backup restore".',
  )
}

function keyIdOfSecret(sealed: string): string {
  try {
    return keyIdOfSealed(sealed)
  } catch {
    throw new DataFolderError(
      'the secret of a webhook in what was to be copied is damaged',
      'Nothing was kept. Delete that webhook and create it again, then copy again.',
    )
  }
}

/** Where it stands which key wraps what is sealed. */
const sealedColumns = [
  { table: 'credentials', column: 'key_id', keyIdOf: (cell: string) => cell },
  { table: 'webhooks', column: 'secret', keyIdOf: keyIdOfSecret },
  { table: 'webhooks', column: 'previous_secret', keyIdOf: keyIdOfSecret },
] as const

type Column = { readonly table: string; readonly column: string }

/** What a column has, without NULL. */
async function* cellsOf(target: CopyTarget, tables: readonly CopiedTable[], { table, column }: Column) {
  const found = tables.find(({ name }) => name === table) as CopiedTable
  const place = found.columns.findIndex(({ name }) => name === column)
  for await (const batch of target.rows(found))
    for (const row of batch) {
      const cell = row[place]
      if (typeof cell === 'string') yield cell
    }
}

async function keysOf(target: CopyTarget, tables: readonly CopiedTable[]): Promise<StoreCopy['keys']> {
  const counts = new Map<string, number>()
  for (const { table, column, keyIdOf } of sealedColumns)
    for await (const cell of cellsOf(target, tables, { table, column })) {
      const keyId = keyIdOf(cell)
      counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
    }
  return [...counts].map(([keyId, count]) => ({ keyId, credentials: count }))
}

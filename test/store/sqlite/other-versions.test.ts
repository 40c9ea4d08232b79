import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import { verifyChain } from '../../../server/audit/verify-chain.ts'
import { administer } from '../../../server/data-folder.ts'
import type { Id } from '../../../shared/primitives.ts'
import { accepts, test } from '../../backup/revoked-since.ts'
import { strongroom } from '../../harness/cli.ts'
import { withStoreOf } from '../../harness/folders.ts'
import { execute } from './database.ts'
import { downgrade } from './downgrade.ts'

test('an export from a folder of an older version is refused with a next step', async ({ folder }) => {
  execute(folder.dataDir, 'PRAGMA user_version = 4')
  const { stderr } = await strongroom(['reserves', 'export', '--data', folder.dataDir])
  expect(stderr).toContain('an older version. Start the server to migrate the schema.')
  expect(readdirSync(folder.path)).toEqual(['data'])
})

async function faultIn(dataDir: string) {
  await using inspection = await administer(dataDir).inspect()
  return (await verifyChain(inspection)).fault
}

test('the audit chain of an earlier version is unchanged, and continues with records that have a token ID', async ({
  folder: { data, dataDir },
}) => {
  const old = (await data.truth.read('audit')).at(-1)?.hash
  downgrade(dataDir, 7)
  expect(await faultIn(dataDir), 'read by this version before it is upgraded').toBeNull()
  await withStoreOf(dataDir, async (store) => {
    expect((await store.auditHead())?.hash).toBe(old)
    await store.recordAudit({ kind: 'data.imported', actor: 'a', actorTokenId: '17' as Id, at: Date.now() })
    const { records } = await store.listAudit({ limit: 2 }, null)
    expect(records[0]).toMatchObject({ actorTokenId: '17', details: {} })
  })
  expect(await faultIn(dataDir)).toBeNull()
})

test.for([
  [
    'older',
    'ALTER TABLE operator_tokens DROP COLUMN allowed_from; ALTER TABLE audit DROP COLUMN commit_start; PRAGMA user_version = 3',
  ],
  ['newer', 'ALTER TABLE operator_tokens ADD COLUMN note TEXT; PRAGMA user_version = 999'],
] as const)('revocations are carried over from a database of an %s version', async ([, sql], { revoked }) => {
  execute(revoked.dataDir, sql)
  expect(await revoked.restore()).toEqual({ revoked: 1, valid: 2, unknown: null })
  expect(await accepts(revoked.dataDir, revoked.tokens)).toEqual({ leaver: 401, stayer: 200 })
})

import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createBackup } from '../../server/backup/create-backup.ts'
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { examineFolder } from '../../server/doctor/examine-folder.ts'
import { strongroom } from '../harness/cli.ts'
import { filledFolder, issue, keyOf, removeTemplate, withStoreOf } from '../harness/folders.ts'
import { startTestServer } from '../harness/server.ts'
import { anchorOf, databaseOf, lookUp, tamper } from '../harness/tamper.ts'

afterAll(removeTemplate)

const create = (dataDir: string, name: string) =>
  withStoreOf(dataDir, async (store) => (await issue(store, name)).token)

const revoke = (dataDir: string, token: string) =>
  withStoreOf(dataDir, (store) => store.revokeToken({ token, actor: 'test', at: Date.now() }))

/** A backup with the tokens "leaver" and "stayer", both valid in it; "leaver" is revoked once it is made. */
async function revokedSince() {
  const folder = await filledFolder()
  const { path, dataDir } = folder
  const tokens = { leaver: await create(dataDir, 'leaver'), stayer: await create(dataDir, 'stayer') }
  const backup = join(path, 'b.tar')
  await withStoreOf(dataDir, (store) => createBackup(store, { dataDir, target: backup, actor: 'test' }))
  await revoke(dataDir, 'leaver')
  const restore = async (options: { readonly keepTokens?: boolean } = {}) => {
    const restored = await restoreBackup({ file: backup, dataDir, replace: true, actor: 'test', ...options })
    const { revoked, valid, unknown } = restored.tokens
    return { revoked: revoked.length, valid, unknown }
  }
  return { ...folder, tokens, backup, restore }
}

/** Whether a server on that folder accepts a token, through both transports. */
async function accepts(dataDir: string, tokens: { readonly leaver: string; readonly stayer: string }) {
  await using server = await startTestServer({ dataDir })
  const ask = async (token: string) => {
    const { status } = await server.rest(token, '/platform/admin/session')
    const session = await server
      .trpc(token)
      .session.whoAmI.query({})
      .catch(() => null)
    expect(session !== null).toBe(status === 200)
    return status
  }
  return { leaver: await ask(tokens.leaver), stayer: await ask(tokens.stayer) }
}

const failures = async (dataDir: string) =>
  (await Array.fromAsync(examineFolder(keyOf(dataDir)))).filter(({ status }) => status === 'fail')

const revocationsIn = (dataDir: string) =>
  withStoreOf(dataDir, async (store) => {
    const { records } = await store.listAudit({ kind: 'token.revoked', limit: 100 }, null)
    return Object.fromEntries(records.map(({ details }) => [details.name, details.reason]))
  })

test('a token revoked since the backup stays revoked, one that was not is still valid', async () => {
  await using folder = await revokedSince()
  const { dataDir, tokens, restore } = folder
  expect(await restore()).toEqual({ revoked: 1, valid: 2, unknown: null })
  expect(await accepts(dataDir, tokens)).toEqual({ leaver: 401, stayer: 200 })
  expect(await revocationsIn(dataDir)).toEqual({ leaver: 'revoked-since' })
  const restored = lookUp<{ details: string }>(dataDir, "SELECT details FROM audit WHERE kind = 'backup.restored'")
  expect(JSON.parse(restored.details)).toMatchObject({ tokensRevoked: '1', tokensValid: '2' })
  expect(await failures(dataDir)).toEqual([])
})

test('--keep-tokens does not revive tokens that are revoked in the replaced data', async () => {
  await using folder = await revokedSince()
  await folder.restore({ keepTokens: true })
  expect(await accepts(folder.dataDir, folder.tokens)).toEqual({ leaver: 401, stayer: 200 })
})

test('backup restore revokes every token in an empty folder, unless --keep-tokens is given, and reports it', async () => {
  await using folder = await revokedSince()
  const restore = async (name: string, ...more: readonly string[]) => {
    const dataDir = join(folder.path, name)
    const run = await strongroom(['backup', 'restore', folder.backup, '--data', dataDir, '--json', ...more])
    return { dataDir, ...(JSON.parse(run.stdout) as { nextSteps: string[] }) }
  }
  const bare = await restore('bare')
  const kept = await restore('kept', '--keep-tokens')
  expect(bare).toMatchObject({ tokensRevoked: 3, tokensValid: 0 })
  expect(bare.nextSteps.join(' ')).toMatch(/Revoked 3 .*\(the folder was empty\)\. Create .*token create/)
  expect(await revocationsIn(bare.dataDir)).toMatchObject({ stayer: 'nothing-to-compare' })
  expect(kept).toMatchObject({ tokensRevoked: 0, tokensValid: 3 })
  expect(kept.nextSteps.join(' ')).toContain('Kept 3 operator tokens that may have been revoked since')
  for (const { dataDir } of [bare, kept])
    cpSync(join(folder.dataDir, 'keys'), join(dataDir, 'keys'), { recursive: true })
  expect(await accepts(bare.dataDir, folder.tokens)).toEqual({ leaver: 401, stayer: 401 })
  expect(await accepts(kept.dataDir, folder.tokens)).toEqual({ leaver: 200, stayer: 200 })
})

test.each<readonly [what: string, spoil: (dataDir: string) => void, why: RegExp]>([
  ['is no database', (dataDir) => writeFileSync(databaseOf(dataDir), 'damaged'), /not a database/],
  ['is empty', (dataDir) => truncateSync(databaseOf(dataDir), 0), /unknown form|no such table|did not accept|empty/],
  ['is gone', (dataDir) => rmSync(databaseOf(dataDir)), /there is no strongroom\.db/],
  ['is cut off', (dataDir) => truncateSync(databaseOf(dataDir), 20_480), /damaged|malformed/],
  ['lost its anchor', (dataDir) => rmSync(anchorOf(dataDir)), /does not match its anchor/],
  [
    'lost the commit of the revocation',
    (dataDir) =>
      tamper(
        dataDir,
        'DELETE FROM audit WHERE sequence = (SELECT max(sequence) FROM audit); UPDATE operator_tokens SET revoked_at = NULL',
      ),
    /does not match its anchor/,
  ],
])('if the replaced database %s, every token is revoked', async (_what, spoil, why) => {
  await using folder = await revokedSince()
  const { dataDir, tokens, restore } = folder
  spoil(dataDir)
  expect(await restore()).toEqual({ revoked: 3, valid: 0, unknown: expect.stringMatching(why) })
  expect(await accepts(dataDir, tokens)).toEqual({ leaver: 401, stayer: 401 })
  expect(await failures(dataDir)).toEqual([])
})

test('if the replaced database is damaged, --keep-tokens keeps tokens that are not known to be revoked', async () => {
  await using folder = await revokedSince()
  rmSync(anchorOf(folder.dataDir))
  expect(await folder.restore({ keepTokens: true })).toMatchObject({ revoked: 1, valid: 2 })
  expect(await accepts(folder.dataDir, folder.tokens)).toEqual({ leaver: 401, stayer: 200 })
})

test.each([
  [
    'older',
    'ALTER TABLE operator_tokens DROP COLUMN allowed_from; ALTER TABLE audit DROP COLUMN commit_start; PRAGMA user_version = 3',
  ],
  ['newer', 'ALTER TABLE operator_tokens ADD COLUMN note TEXT; PRAGMA user_version = 999'],
])('revocations are carried over from a database of an %s version', async (_which, sql) => {
  await using folder = await revokedSince()
  tamper(folder.dataDir, sql)
  expect(await folder.restore()).toEqual({ revoked: 1, valid: 2, unknown: null })
  expect(await accepts(folder.dataDir, folder.tokens)).toEqual({ leaver: 401, stayer: 200 })
})

test.each([
  ['not-in-replaced-data', "DELETE FROM operator_tokens WHERE name = 'stayer'"],
  ['limits-differ', "UPDATE operator_tokens SET expires_at = expires_at - 1 WHERE name = 'stayer'"],
  ['limits-differ', `UPDATE operator_tokens SET allowed_from = '["10.0.0.0/8"]' WHERE name = 'stayer'`],
  ['limits-differ', `UPDATE operator_tokens SET permissions = '["audit:read"]' WHERE name = 'stayer'`],
])('a token not found valid in the replaced data is revoked: %s', async (reason, sql) => {
  await using folder = await revokedSince()
  tamper(folder.dataDir, sql)
  expect(await folder.restore()).toEqual({ revoked: 2, valid: 1, unknown: null })
  expect(await revocationsIn(folder.dataDir)).toEqual({ leaver: 'revoked-since', stayer: reason })
  expect(await accepts(folder.dataDir, folder.tokens)).toEqual({ leaver: 401, stayer: 401 })
})

test('a second restore of the folder revives no token', async () => {
  await using folder = await revokedSince()
  const { dataDir, tokens, restore } = folder
  await restore()
  await revoke(dataDir, 'stayer')
  expect(await restore()).toEqual({ revoked: 2, valid: 1, unknown: null })
  expect(await accepts(dataDir, tokens)).toEqual({ leaver: 401, stayer: 401 })
})

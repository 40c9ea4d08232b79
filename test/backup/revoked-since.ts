import { join } from 'node:path'
import { expect } from 'vitest'
import { createBackup } from '../../server/backup/create-backup.ts'
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { test as base } from '../harness/fixtures.ts'
import { copyOfFolder, issue, withStoreOf } from '../harness/folders.ts'
import { startTestServer } from '../harness/server.ts'

const create = (dataDir: string, name: string) =>
  withStoreOf(dataDir, async (store) => (await issue(store, name)).token)

export const revoke = (dataDir: string, token: string) =>
  withStoreOf(dataDir, (store) => store.revokeToken({ token, actor: 'test', at: Date.now() }))

/**
 * `revoked` is a folder and a backup of it, with the tokens "leaver" and "stayer", both valid in the backup; "leaver" was
 * revoked once it was made. Both are made once for a file; each test has a copy of the folder.
 */
export const test = base
  .extend('backedUp', { scope: 'file' }, async ({ template }, { onCleanup }) => {
    const folder = await copyOfFolder(template)
    onCleanup(() => folder[Symbol.asyncDispose]())
    const { path, dataDir } = folder
    const tokens = { leaver: await create(dataDir, 'leaver'), stayer: await create(dataDir, 'stayer') }
    const backup = join(path, 'b.tar')
    await withStoreOf(dataDir, (store) => createBackup(store, { dataDir, target: backup, actor: 'test' }))
    await revoke(dataDir, 'leaver')
    return { folder, tokens, backup }
  })
  .extend('revoked', async ({ backedUp: { folder, tokens, backup } }, { onCleanup }) => {
    const copy = await copyOfFolder(folder)
    onCleanup(() => copy[Symbol.asyncDispose]())
    const { path, dataDir, data } = copy
    const restore = async (options: { readonly keepTokens?: boolean } = {}) => {
      const restored = await restoreBackup({ file: backup, dataDir, replace: true, actor: 'test', ...options })
      const { revoked, valid, unknown } = restored.tokens
      return { revoked: revoked.length, valid, unknown }
    }
    return { path, dataDir, data, tokens, backup, restore }
  })

/** Whether a server on that folder accepts a token, through both transports. */
export async function accepts(dataDir: string, tokens: { readonly leaver: string; readonly stayer: string }) {
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

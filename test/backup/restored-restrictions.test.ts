import { join } from 'node:path'
import { expect } from 'vitest'
import { createBackup } from '../../server/backup/create-backup.ts'
import { administer } from '../../server/data-folder.ts'
import type { DisabledItem } from '../../server/store/inspection.ts'
import type { ItemKind } from '../../server/store/items.ts'
import type { Store } from '../../server/store/store.ts'
import type { Id } from '../../shared/primitives.ts'
import { failures } from '../doctor/findings.ts'
import { strongroom } from '../harness/cli.ts'
import { test as base } from '../harness/fixtures.ts'
import { issue, withStoreOf } from '../harness/folders.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { addWebhook } from '../harness/webhooks.ts'
import { downgrade } from '../store/sqlite/downgrade.ts'

const by = () => ({ actor: 'night-shift', at: Date.now() })
const freeze = (store: Store, tenantId: Id | null, reason = 'stolen laptop') =>
  store.freeze({ ...by(), tenantId, reason })

async function disable(store: Store, item: DisabledItem & { readonly kind: ItemKind }): Promise<void> {
  const version = (await store.findItem({ ...item, seenBy: null }))?.version as number
  expect(await store.switchItem({ ...by(), ...item, seenBy: null, version, isDisabled: true })).toMatchObject({
    ok: true,
  })
}

/**
 * `backedUp` is a folder whose first tenant is frozen, a backup of it, and a token that both have. `since` is what happens
 * after the backup, `restore` runs the command.
 */
const test = base.extend('backedUp', async ({ folder: { path, dataDir, data } }) => {
  const { token } = await withStoreOf(dataDir, async (store) => {
    await addWebhook(store, { id: id(1) })
    await freeze(store, tenants.first, 'case 7')
    return issue(store, 'admin')
  })
  const backup = join(path, 'b.tar')
  await withStoreOf(dataDir, (store) => createBackup(store, { dataDir, target: backup, actor: 'test' }))
  const since = <Value>(work: (store: Store) => Promise<Value>) => withStoreOf(dataDir, work)
  const restore = async (target = dataDir, ...more: readonly string[]) => {
    const run = await strongroom(['backup', 'restore', backup, '--data', target, '--replace', '--json', ...more])
    expect(run).toMatchObject({ status: 0 })
    const { frozen, disabled, nextSteps } = JSON.parse(run.stdout)
    return { frozen, disabled, said: (nextSteps as string[]).join('\n') }
  }
  return { path, dataDir, data, token, since, restore }
})

test('a freeze from after the backup holds after the restore, and the command names it', async ({ backedUp }) => {
  const { path, dataDir, token, since, restore } = backedUp
  await since((store) => freeze(store, null))
  const { frozen, said } = await restore()
  expect(frozen).toMatchObject([
    { tenantId: null, reason: 'stolen laptop', frozenBy: 'night-shift', isThawedSince: false },
    { tenantId: tenants.first, reason: 'case 7', isThawedSince: false },
  ])
  expect(said).toMatch(
    /^Frozen: everything, by night-shift since .*: stolen laptop\. End it with "strongroom thaw"\.$/m,
  )
  expect(said).toMatch(/^Frozen: tenant 1, .*: case 7\. End it with "strongroom thaw --tenant 1"\.$/m)
  {
    await using server = await startTestServer({ dataDir })
    const rename = server.trpc(token).tenants.create.mutate({ name: 'New' })
    await expect(rename).rejects.toMatchObject({ data: { failure: { code: 'Frozen' } } })
  }
  expect(await failures(dataDir)).toEqual([])

  const bare = await restore(join(path, 'bare'), '--keep-tokens')
  expect(bare.frozen, 'control: the backup alone does not bring it').toMatchObject([{ tenantId: tenants.first }])
  expect(bare.said).toMatch(/^Nothing shows what else was frozen or disabled since .* \(the folder was empty\)\./m)
})

test('a freeze of the backup holds again although it was thawed since, and the command says so', async ({
  backedUp,
}) => {
  const { data, since, restore } = backedUp
  await since((store) => store.thaw({ ...by(), tenantId: tenants.first, reason: 'closed' }))
  const { frozen, said } = await restore()
  expect(frozen).toMatchObject([{ tenantId: tenants.first, reason: 'case 7', isThawedSince: true }])
  expect(said).toMatch(/^Frozen: tenant 1, .*: case 7\. It was thawed after the backup; a restore lifts no freeze\./m)
  expect(await data.truth.read('freezes')).toMatchObject([{ tenantId: tenants.first }])
})

test('what was disabled since the backup stays disabled, of each kind', async ({ backedUp }) => {
  const { dataDir, since, restore } = backedUp
  const disabled = [
    { kind: 'tenant', id: tenants.second },
    { kind: 'custodian', id: custodians.second },
    { kind: 'network', id: id(1) },
    { kind: 'chain-token', id: id(2) },
    { kind: 'reserve-account', id: id(2) },
    { kind: 'webhook', id: id(1) },
  ] as const
  await since(async (store) => {
    for (const item of disabled) await disable(store, item)
  })
  const restored = await restore()
  expect(restored.disabled).toEqual(disabled)
  expect(restored.said).toContain(
    'Disabled again, as since the backup: tenant 2, custodian 21, network 1, chain token 2, reserve account 2, webhook 1.',
  )
  await withStoreOf(dataDir, async (store) => {
    for (const item of disabled)
      expect(await store.findItem({ ...item, seenBy: null })).toMatchObject({ disabled: true })
  })
  expect(await failures(dataDir)).toEqual([])
})

test('an operator token that was disabled since the backup is disabled again, also in a freeze', async ({
  backedUp,
}) => {
  const { dataDir, token, since, restore } = backedUp
  const disabled = await since(async (store) => {
    await freeze(store, null)
    const admin = (await store.listTokens()).find(({ name }) => name === 'admin')
    const change = { tokenId: admin?.tokenId as Id, seenBy: null, version: 1, isDisabled: true }
    expect(await store.switchToken({ ...change, ...by() })).toMatchObject({ kind: 'changed' })
    return { kind: 'operator-token', id: change.tokenId }
  })
  const restored = await restore()
  expect(restored.disabled).toEqual([disabled])
  expect(restored.said).toContain(`Disabled again, as since the backup: operator token ${disabled.id}.`)
  await using server = await startTestServer({ dataDir })
  const answer = await server.rest(token, '/platform/admin/session')
  expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('token is disabled')])
})

test('what a freeze of the backup keeps from being disabled again is named', async ({ backedUp }) => {
  const { since, restore } = backedUp
  await since(async (store) => {
    await store.thaw({ ...by(), tenantId: tenants.first, reason: 'closed' })
    await disable(store, { kind: 'custodian', id: custodians.copper })
  })
  const { disabled, said } = await restore()
  expect(disabled).toEqual([])
  expect(said).toMatch(/^Enabled, although disabled since the backup: custodian 12\./m)
})

test('the restrictions of data of an older version are known, and those that cannot be read are named', async ({
  backedUp,
}) => {
  const { dataDir, data, restore } = backedUp
  const { undo } = await data.tamper.hide('freezes')
  expect(await administer(dataDir).restrictions()).toMatchObject({
    freezes: [],
    fault: expect.stringContaining('no such table'),
  })
  await undo()
  downgrade(dataDir, 10)
  expect(await administer(dataDir).restrictions()).toEqual({ freezes: [], disabled: [], fault: null })
  expect((await restore()).frozen).toMatchObject([{ tenantId: tenants.first, isThawedSince: true }])
})

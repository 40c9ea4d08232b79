import { expect } from 'vitest'
import { test } from '../harness/fixtures.ts'
import { openScene, sessionOf } from './scene.ts'

const minute = 60_000

/** Two sessions of eleven minutes ago on a server that stopped since: one of them was used. */
async function leaveSessions(dataDir: string) {
  await using scene = await openScene({ config: { dataDir } })
  const used = await sessionOf(scene, 'erin')
  const lost = await sessionOf(scene, 'frank')
  const { data, trpc } = scene.server
  await trpc(used.token).session.whoAmI.query({})
  const names = [used.tokenName, lost.tokenName]
  await data.tamper.change('tokens', ({ name }) => names.includes(name), { createdAt: Date.now() - 11 * minute })
  return { used, lost }
}

test('a session that no one used in ten minutes ends, with a record in the audit; one that was used goes on', async ({
  folder,
}) => {
  const { dataDir } = folder
  const { used, lost } = await leaveSessions(dataDir)
  await using scene = await openScene({ config: { dataDir } })
  const fresh = await sessionOf(scene, 'frank')
  const { app, rest } = scene.server
  const revocations = async () => (await app.store.listAudit({ kind: 'token.revoked', limit: 10 }, null)).records
  const details = { name: lost.tokenName, reason: 'never-used' }
  await expect.poll(revocations).toMatchObject([{ actor: 'strongroom serve', details }])
  const statusOf = async ({ token }: { readonly token: string }) =>
    (await rest(token, '/platform/admin/session')).status
  expect(await statusOf(lost)).toBe(401)
  expect(await statusOf(used), 'control: used').toBe(200)
  expect(await statusOf(fresh), 'control: younger').toBe(200)
})

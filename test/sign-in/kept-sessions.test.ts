import { expect } from 'vitest'
import { strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { startTestServer } from '../harness/server.ts'
import { openScene, sessionOf } from './scene.ts'

const hour = 3_600_000

test('a server removes sessions that ended too long ago, at its start, and the audit keeps them', async ({
  folder,
}) => {
  const { dataDir } = folder
  const names: string[] = []
  {
    await using scene = await openScene({ config: { dataDir } })
    for (const login of ['erin', 'frank']) names.push((await sessionOf(scene, login)).tokenName)
    const { app, data } = scene.server
    await data.tamper.change('tokens', ({ name }) => names.includes(name), { revokedAt: Date.now() - 3 * hour })
    await scene.server.token({ name: 'the newest' })
    expect(
      (await app.store.listTokens()).map(({ name }) => name),
      'control',
    ).toEqual(expect.arrayContaining(names))
  }
  await using server = await startTestServer({ dataDir, keepSessions: 2 * hour })
  const left = async () => (await server.app.store.listTokens()).filter(({ name }) => names.includes(name))
  await expect.poll(async () => (await left()).length).toBe(0)
  const { records } = await server.app.store.listAudit({ kind: 'sessions.pruned', limit: 10 }, null)
  expect(records).toMatchObject([{ actor: 'strongroom serve', details: { removed: '2' } }])
  const created = await server.app.store.listAudit({ kind: 'token.created', limit: 10 }, null)
  expect(created.records.map(({ actor }) => actor)).toEqual(expect.arrayContaining(names))
  expect((await strongroom(['audit', 'verify', '--data', dataDir])).status).toBe(0)
})

import { expect } from 'vitest'
import { strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { operatorAt } from '../harness/operator.ts'
import { custodians } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'

const day = 24 * 60 * 60_000
const account = 'one'
const endedOfCopper = { kind: 'rotation.ended', custodianId: custodians.copper, limit: 10 } as const

test('a server removes rotations that ended too long ago, at its start, and the audit keeps them', async ({
  folder,
}) => {
  const { dataDir } = folder
  {
    await using server = await startTestServer({ dataDir })
    const operator = await operatorAt(server)
    for (const _ of [1, 2, 3])
      expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
    const [latest] = await operator.rotations()
    const isOlder = (each: { rotationId: string; custodianId: string }) =>
      each.custodianId === custodians.copper && each.rotationId !== latest?.rotationId
    await server.data.tamper.change('rotations', isOlder, { endedAt: Date.now() - 100 * day })
  }
  const keptBy = async (keepRotations: number | null) => {
    await using server = await startTestServer({ dataDir, keepRotations })
    const operator = await operatorAt(server)
    const rest = () => operator.rotations()
    if (keepRotations === 99 * day) await expect.poll(async () => (await rest()).length).toBe(1)
    const { records } = await server.app.store.listAudit({ kind: 'rotations.pruned', limit: 10 }, null)
    const ended = await server.app.store.listAudit(endedOfCopper, null)
    const pruned = records.map(({ actor, details }) => `${actor}: ${details.removed}`)
    return { left: (await rest()).length, pruned, ended: ended.records.length }
  }
  expect(await keptBy(null), 'control').toEqual({ left: 3, pruned: [], ended: 3 })
  expect(await keptBy(99 * day)).toEqual({ left: 1, pruned: ['strongroom serve: 2'], ended: 3 })
  const { status } = await strongroom(['audit', 'verify', '--data', dataDir])
  expect(status, 'every intent has its outcome').toBe(0)
})

test.for([
  ['--keep-rotations', '29d', 'It must be at least 30d.'],
  ['--keep-rotations', '0', 'It must look like 30d, 12h, 45m or 90s'],
  ['--keep-idempotency-records', '23h', 'It must be at least 1d.'],
  ['--keep-sessions', '23h', 'It must be at least 1d.'],
])('%s %s is refused', async ([option, kept, reason], { folder }) => {
  const { status, stderr } = await strongroom(['serve', '--data', folder.dataDir, `${option}`, `${kept}`])
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(`${reason}`) })
})

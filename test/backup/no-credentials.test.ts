import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { startTestServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const doctor = async (dataDir: string) => {
  const { status, stdout } = await strongroom(['doctor', '--data', dataDir, '--json'])
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; message: string }[] }
  return { status, of: (name: string) => checks.find((check) => check.name === name) }
}

test('a backup of a folder without credentials needs no key: doctor passes and a server creates a new one', {
  timeout: 120_000,
}, async () => {
  await using folder = await temporaryFolder()
  const [from, to, file] = ['from', 'to', 'b.tar'].map((name) => join(folder.path, name)) as [string, string, string]
  await strongroom(['token', 'create', '--name', 'ada', '--permission', 'audit:read', '--data', from])
  expect(await strongroom(['backup', 'create', file, '--data', from])).toMatchObject({ status: 0 })
  const restored = await strongroom(['backup', 'restore', file, '--data', to])
  expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining('so it needs no key') })
  const before = await doctor(to)
  expect([before.status, before.of('key'), before.of('credentials')]).toMatchObject([
    0,
    { status: 'ok' },
    { status: 'ok' },
  ])
  expect(await strongroom(['keys', 'list', '--data', to])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('no key yet'),
  })
  expect(await strongroom(['keys', 'rotate', '--data', to])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nothing to rotate'),
  })
  await using _server = await startTestServer({ dataDir: to })
  expect(existsSync(join(to, 'keys', 'kek'))).toBe(true)
})

test('credentials without their key are still refused, and so is a folder that lost them (control)', async ({
  folder,
}) => {
  rmSync(join(folder.dataDir, 'keys', 'kek'))
  await expect(startTestServer({ dataDir: folder.dataDir })).rejects.toThrow('its key file is missing')
  expect(await doctor(folder.dataDir)).toMatchObject({ status: 1 })
  await folder.data.tamper.remove('credentials', () => true)
  expect((await doctor(folder.dataDir)).of('credentials')).toMatchObject({ status: 'fail' })
})

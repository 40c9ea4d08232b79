import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { strongroom } from '../harness/cli.ts'
import { filledFolder, removeTemplate, scratch } from '../harness/folders.ts'
import { startTestServer } from '../harness/server.ts'
import { databaseOf, tamper } from '../harness/tamper.ts'

afterAll(removeTemplate)

const doctor = async (dataDir: string) => {
  const { code, stdout } = await strongroom(['doctor', '--data', dataDir, '--json'])
  const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; message: string }[] }
  return { code, of: (name: string) => checks.find((check) => check.name === name) }
}

test('a backup of a folder without credentials needs no key: doctor passes and a server creates a new one', {
  timeout: 120_000,
}, async () => {
  await using folder = await scratch()
  const [from, to, file] = ['from', 'to', 'b.tar'].map((name) => join(folder.path, name)) as [string, string, string]
  await strongroom(['token', 'create', '--name', 'ada', '--permission', 'audit:read', '--data', from])
  expect(await strongroom(['backup', 'create', file, '--data', from])).toMatchObject({ code: 0 })
  const restored = await strongroom(['backup', 'restore', file, '--data', to])
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('so it needs no key') })
  const before = await doctor(to)
  expect([before.code, before.of('key'), before.of('pairs')]).toMatchObject([0, { status: 'ok' }, { status: 'ok' }])
  expect(await strongroom(['keys', 'list', '--data', to])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('no key yet'),
  })
  expect(await strongroom(['keys', 'rotate', '--data', to])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nothing to rotate'),
  })
  await using _server = await startTestServer({ dataDir: to })
  expect(existsSync(join(to, 'keys', 'kek'))).toBe(true)
})

test('credentials without their key are still refused, and so is a folder that lost them (control)', async () => {
  await using folder = await filledFolder()
  rmSync(join(folder.dataDir, 'keys', 'kek'))
  await expect(startTestServer({ dataDir: folder.dataDir })).rejects.toThrow('its key file is missing')
  expect(await doctor(folder.dataDir)).toMatchObject({ code: 1 })
  tamper(folder.dataDir, 'DELETE FROM credentials')
  expect((await doctor(folder.dataDir)).of('pairs')).toMatchObject({ status: 'fail' })
})

test.each([
  [['audit', 'verify']],
  [['audit', 'export']],
  [['doctor']],
  [['backup', 'create', 'backup.tar']],
  [['keys', 'list']],
  [['keys', 'rotate']],
  [['token', 'list']],
  [['token', 'revoke', 'ada']],
])('%j reports an empty database file in one line', async (command) => {
  await using folder = await scratch()
  writeFileSync(databaseOf(folder.path), '')
  const words = command.map((word) => (word.endsWith('.tar') ? join(folder.path, word) : word))
  const { code, stderr, stdout } = await strongroom([...words, '--data', folder.path])
  expect(code).toBe(1)
  expect(stderr + stdout).toContain('strongroom.db in it is empty')
  expect(stderr).not.toContain('    at ')
})

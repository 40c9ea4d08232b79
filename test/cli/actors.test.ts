import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actorOf } from '../../server/cli/actor.ts'
import { strongroom, strongroomJson } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const user = userInfo().username
const isRoot = process.getuid?.() === 0

test('every command that changes data is recorded with the operating system user and the command', async () => {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const data = ['--data', dataDir]
  const tenants = join(folder.path, 'tenants.csv')
  writeFileSync(tenants, 'tenantId,name\n1,One\n')
  await strongroomJson(['import', tenants, ...data])
  await strongroomJson(['token', 'create', '--name', 'night', '--all', ...data])
  await strongroomJson(['token', 'disable', 'night', ...data])
  await strongroomJson(['token', 'enable', 'night', ...data])
  await strongroomJson(['token', 'revoke', 'night', '--yes', ...data])
  await strongroomJson(['keys', 'rotate', ...data])
  const backup = join(folder.path, 'backup')
  await strongroomJson(['backup', 'create', backup, ...data])
  await strongroomJson(['backup', 'restore', backup, '--replace', ...data])
  const { stdout } = await strongroom(['audit', 'export', ...data])
  const records = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; actor: string })
  expect(records.map(({ kind, actor }) => [kind, actor.replace(`, sudo by ${process.env.SUDO_USER}`, '')])).toEqual([
    ['data.imported', `${user} (strongroom import)`],
    ['token.created', `${user} (strongroom token create)`],
    ['token.disabled', `${user} (strongroom token disable)`],
    ['token.enabled', `${user} (strongroom token enable)`],
    ['token.revoked', `${user} (strongroom token revoke)`],
    ['keys.rotated', `${user} (strongroom keys rotate)`],
    ['backup.restored', `${user} (strongroom backup restore)`],
  ])
  expect((await strongroom(['audit', 'verify', ...data])).status).toBe(0)
})

test('the caller of sudo is recorded too, only for root, and only as a user name', () => {
  const actor = actorOf('import', { SUDO_USER: 'alice' })
  expect(actor).toBe(isRoot ? `${user}, sudo by alice (strongroom import)` : `${user} (strongroom import)`)
  expect(actorOf('import', { SUDO_USER: 'eve (strongroom import)\n' })).toBe(`${user} (strongroom import)`)
})

test("an operator token cannot be named like a user's command", async () => {
  await using folder = await temporaryFolder()
  for (const name of ['root (strongroom import)', 'eve (Strongroom token create) ']) {
    const run = await strongroom(['token', 'create', '--name', name, '--all', '--data', folder.path])
    expect(run.status).toBe(2)
    expect(run.stderr).toContain('could be mistaken for Strongroom in the audit log')
  }
})

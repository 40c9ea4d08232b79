import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { strongroom, strongroomJson } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'

test('backup inspect verifies a backup, shows what is in it and which keys it needs, and leaves nothing behind', async ({
  folder,
}) => {
  const { path, dataDir } = folder
  const file = join(path, 'b.tar')
  await strongroomJson(['backup', 'create', file, '--data', dataDir])
  const unpacked = join(path, 'unpacked')
  const args = ['backup', 'inspect', file, '--unpack-in', unpacked]
  const before = readdirSync(dataDir)
  const here = await strongroomJson<{ tenants: object[]; keyIds: string[] }>([...args, '--data', dataDir])
  expect(here).toMatchObject({ custodians: expect.any(Number), auditHead: { sequence: 33 }, missingKeyIds: [] })
  expect(here.tenants[0]).toEqual({ tenantId: 1, name: expect.any(String) })
  const elsewhere = await strongroomJson<object>([...args, '--data', join(path, 'new')])
  expect(elsewhere).toMatchObject({ missingKeyIds: here.keyIds })
  expect([readdirSync(dataDir), readdirSync(unpacked)]).toEqual([before, []])

  const damaged = join(path, 'damaged.tar')
  copyFileSync(file, damaged)
  const bytes = readFileSync(damaged)
  bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000)
  writeFileSync(damaged, bytes)
  expect(await strongroom(['backup', 'inspect', damaged, '--unpack-in', unpacked])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('the backup is damaged'),
  })
  expect(readdirSync(unpacked)).toEqual([])
})

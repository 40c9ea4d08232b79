import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Id } from '../../../shared/primitives.ts'
import { brokenInvariants, installedIn } from '../../faults/invariants.ts'
import { setScene } from '../../faults/scene.ts'
import { databaseOf } from './database.ts'

test('a write-ahead log that was deleted after a kill is found, and the server refuses to start on what is left', async () => {
  await using lost = await setScene()
  await using child = await lost.start()
  if (!child) throw new Error('the server ended before it listened')
  await lost.offer(child, '1' as Id)
  await child.kill()
  const wal = `${databaseOf(lost.dataDir)}-wal`
  const kept = readFileSync(wal)
  for (const file of [wal, `${databaseOf(lost.dataDir)}-shm`]) rmSync(file)
  expect(await brokenInvariants(installedIn(lost.dataDir), lost.history)).not.toEqual([])
  await expect(lost.examine()).rejects.toThrow('anchor')
  writeFileSync(wal, kept)
  expect(await lost.examine()).toEqual([])
})

import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import { accepts, test } from '../../backup/revoked-since.ts'
import { failures } from '../../doctor/findings.ts'
import { databaseOf } from './database.ts'

test.for<[what: string, damage: (file: string) => void, why: RegExp]>([
  ['is no database', (file) => writeFileSync(file, 'damaged'), /not a database/],
  ['is empty', (file) => truncateSync(file, 0), /unknown form|no such table|did not accept|empty/],
  ['is gone', (file) => rmSync(file), /there is no strongroom\.db/],
  ['is cut off', (file) => truncateSync(file, 20_480), /damaged|malformed/],
])('if the file of the replaced database %s, every token is revoked', async ([, damage, why], { revoked }) => {
  const { dataDir, tokens, restore } = revoked
  damage(databaseOf(dataDir))
  expect(await restore()).toEqual({ revoked: 3, valid: 0, unknown: expect.stringMatching(why) })
  expect(await accepts(dataDir, tokens)).toEqual({ leaver: 401, stayer: 401 })
  expect(await failures(dataDir)).toEqual([])
})

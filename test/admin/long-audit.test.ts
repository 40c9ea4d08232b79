import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { root } from './cli.ts'
import { filledFolder, removeTemplate } from './folders.ts'
import { anchorOf, databaseOf } from './tamper.ts'

afterAll(removeTemplate)

const records = 120_000
/** Megabytes of heap; the audit is twice as large. */
const little = 40

/** Continues the chain by the documented recipe. */
function lengthen(dataDir: string): void {
  const db = new Database(databaseOf(dataDir))
  const head = db.prepare('SELECT sequence, hash FROM audit ORDER BY sequence DESC').get()
  let { sequence, hash } = head as { sequence: number; hash: string }
  const insert = db.prepare("INSERT INTO audit VALUES (?, 1, 'data.imported', 'tester', NULL, NULL, NULL, ?, ?)")
  db.transaction(() => {
    while (sequence < records) {
      sequence += 1
      const details = JSON.stringify({ file: `${sequence}`.padStart(200) })
      const hashed = [hash, `${sequence}`, 1, 'data.imported', 'tester', null, null, null, details]
      hash = createHash('sha256').update(JSON.stringify(hashed)).digest('hex')
      insert.run(sequence, details, hash)
    }
  })()
  db.close()
  writeFileSync(anchorOf(dataDir), `${sequence} ${hash}\n`)
}

const run = (file: string, ...args: string[]) =>
  spawnSync(process.execPath, [`--max-old-space-size=${little}`, file, ...args], { encoding: 'utf8' })

test('a long audit is verified and exported in little memory', async () => {
  await using folder = await filledFolder()
  const { dataDir } = folder
  lengthen(dataDir)
  const verified = run(`${root}server/main.mjs`, 'audit', 'verify', '--data', dataDir)
  expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining(`ok: ${records} records are sound`) })
  const file = `${folder.path}/audit.ndjson`
  expect(run(`${root}server/main.mjs`, 'audit', 'export', '--data', dataDir, '--output', file).status).toBe(0)
  const collected = run(fileURLToPath(new URL('./collect-child.ts', import.meta.url)), dataDir)
  expect(collected.signal ?? collected.status, 'control: kept in memory, it does not fit').not.toBe(0)
  expect(collected.stderr).toContain('heap')
}, 60_000)

// @module-tag long
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { main } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'

const records = 120_000
/** Megabytes of heap; the audit is twice as large. */
const little = 40

const run = (file: string, ...args: string[]) =>
  spawnSync(process.execPath, [`--max-old-space-size=${little}`, file, ...args], { encoding: 'utf8' })

test('a long audit is verified and exported in little memory', async ({ folder }) => {
  const { dataDir } = folder
  await folder.data.tamper.lengthenAudit(records)
  const verified = run(main, 'audit', 'verify', '--data', dataDir)
  expect(verified).toMatchObject({ status: 0, stdout: expect.stringContaining(`ok: ${records} records verified`) })
  const file = `${folder.path}/audit.ndjson`
  expect(run(main, 'audit', 'export', '--data', dataDir, '--output', file).status).toBe(0)
  const collected = run(fileURLToPath(new URL('./collect-child.ts', import.meta.url)), dataDir)
  expect(collected.signal ?? collected.status, 'control: kept in memory, it does not fit').not.toBe(0)
  expect(collected.stderr).toContain('heap')
})

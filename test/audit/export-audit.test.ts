import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { main, root, strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { withStoreOf } from '../harness/folders.ts'

/** The recipe as the documentation prints it, which knows nothing of this code. */
const recipe = /```python\n(.*?)```/s.exec(readFileSync(join(root, 'docs/audit.md'), 'utf8'))?.[1] ?? ''

const python = (file: string, ...flags: string[]) =>
  spawnSync('python3', ['-c', recipe, file, ...flags], { encoding: 'utf8' })

async function exportTo(file: string, dataDir: string, ...filters: string[]) {
  return strongroom(['audit', 'export', '--data', dataDir, '--output', file, '--json', ...filters])
}

const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n')

/** Text of every kind that JSON writes in a way of its own. */
const awkward =
  'quote " backslash \\ slash / tab \t newline \n bell \u0007 delete \u007f line \u2028 snowman ☃ key 🔑 nul \u0000'

test('a full export passes the documented Python check, up to the head that verify prints', async ({ folder }) => {
  await withStoreOf(folder.dataDir, (store) =>
    store.recordAudit({ kind: 'data.imported', actor: awkward, at: 1, details: { [awkward]: awkward } }),
  )
  const file = join(folder.path, 'audit.ndjson')
  const exported = await exportTo(file, folder.dataDir)
  const verified = await strongroom(['audit', 'verify', '--data', folder.dataDir, '--json'])
  const { head } = JSON.parse(verified.stdout) as { head: { hash: string } }
  expect(JSON.parse(exported.stdout)).toEqual({
    file,
    records: 34,
    start: { sequence: 0, hash: '0'.repeat(64) },
    end: { sequence: 34, hash: head.hash },
  })
  expect(python(file)).toMatchObject({ status: 0, stdout: `sound up to ${head.hash}\n` })
  expect(JSON.parse(linesOf(file)[0] ?? '').previous).toBe('0'.repeat(64))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('the Python check finds a changed member and a missing line', async ({ folder }) => {
  const file = join(folder.path, 'audit.ndjson')
  await exportTo(file, folder.dataDir)
  const lines = linesOf(file)
  for (const place of [0, 9, 32]) {
    const changed = lines.with(place, (lines[place] ?? '').replace('"actor":"', '"actor":"x'))
    writeFileSync(file, `${changed.join('\n')}\n`)
    expect(python(file).stderr).toBe(`record ${place + 1} was changed, or the one before it is missing\n`)
  }
  writeFileSync(file, `${lines.toSpliced(9, 1).join('\n')}\n`)
  expect(python(file).stderr).toContain('record 11 was changed, or the one before it is missing')
})

test('filters omit all other records, and each record can still be verified on its own', async ({ folder }) => {
  const file = join(folder.path, 'audit.ndjson')
  await exportTo(file, folder.dataDir, '--custodian', '1003', '--kind', 'rotation.ended')
  const records = linesOf(file).map((line) => JSON.parse(line) as Record<string, string>)
  expect(records.map(({ kind, custodianId }) => `${kind} ${custodianId}`)).toEqual([
    'rotation.ended 1003',
    'rotation.ended 1003',
  ])
  expect(python(file, '--filtered').status).toBe(0)
  expect(python(file).status, 'control: as a whole chain it has gaps').toBe(1)
  const none = join(folder.path, 'none')
  const all = join(folder.path, 'all')
  expect(JSON.parse((await exportTo(none, folder.dataDir, '--since', '2999-01-01')).stdout)).toMatchObject({
    records: 0,
  })
  expect(JSON.parse((await exportTo(all, folder.dataDir, '--since', '2020-01-01T00:00:00Z')).stdout)).toMatchObject({
    records: 33,
  })
})

test('without a file only the records go to standard output', async ({ folder }) => {
  const { status, stdout } = await strongroom(['audit', 'export', '--data', folder.dataDir])
  expect(status).toBe(0)
  const records = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { sequence: string })
  expect(records.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 33 }, (_, place) => place + 1))
})

test('a reader that closes the pipe early is not an error', async ({ folder }) => {
  await folder.data.tamper.lengthenAudit(20_000)
  const command = `"$0" "$1" audit export --data "$2" | head -n 1; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, main, folder.dataDir], {
    encoding: 'utf8',
  })
  expect(stdout.split('\n')[1]).toBe('0')
  expect(stderr).toBe('')
})

test('an existing file is not overwritten, and --json needs a file', async ({ folder }) => {
  const file = join(folder.path, 'mine')
  writeFileSync(file, 'mine')
  expect(await exportTo(file, folder.dataDir)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('not overwritten'),
  })
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(await strongroom(['audit', 'export', '--json', '--data', folder.dataDir])).toMatchObject({ status: 2 })
})

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { withStoreOf } from '../harness/folders.ts'
import type { StoredFolder } from '../store/engine.ts'

type Folder = { readonly path: string; readonly dataDir: string; readonly data: StoredFolder }

/** Exports the records behind one and up to another into a file. */
async function segment({ path, dataDir }: Folder, after: number, upTo?: number): Promise<string> {
  const file = join(path, `audit-${after}.ndjson`)
  const from = after === 0 ? [] : ['--after', `${after}`]
  const to = upTo === undefined ? [] : ['--up-to', `${upTo}`]
  const { stderr, status } = await strongroom(['audit', 'export', '--data', dataDir, '--output', file, ...from, ...to])
  expect(status, stderr).toBe(0)
  return file
}

async function archiveReport(...files: readonly string[]) {
  const { status, stdout } = await strongroom(['audit', 'verify-archive', '--json', ...files])
  return { status, ...JSON.parse(stdout) }
}

async function reportFrom({ dataDir }: Folder, ...files: readonly string[]) {
  const archive = files.length > 0 ? ['--archive', ...files] : []
  const { status, stdout } = await strongroom(['audit', 'verify', '--data', dataDir, '--json', ...archive])
  return { status, ...JSON.parse(stdout) }
}

/** Changes the first record and makes every hash fit again, anchor included, as an attacker would who knows the recipe. */
async function rebuild({ data }: Folder): Promise<void> {
  let before = '0'.repeat(64)
  const records = await data.truth.read('audit')
  for (const record of records) {
    const { sequence, at, kind, tenantId, custodianId, rotationId, details } = record
    const actor = sequence === 1 ? 'someone else' : record.actor
    const hashed = [before, `${sequence}`, at, kind, actor, tenantId, custodianId, rotationId, details]
    before = createHash('sha256').update(JSON.stringify(hashed)).digest('hex')
    await data.tamper.change('audit', (each) => each.sequence === sequence, { hash: before, actor })
  }
  await data.tamper.moveAnchor()
}

const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n')
const write = (file: string, lines: readonly string[]) => writeFileSync(file, `${lines.join('\n')}\n`)

test('segments are verified by themselves, in any order, and say where they begin and end', async ({ folder }) => {
  await withStoreOf(folder.dataDir, (store) =>
    store.recordAudit({ kind: 'data.imported', actor: 'line \u2028 and \u0085', at: 1, details: { a: '\r\n' } }),
  )
  const files = [await segment(folder, 20), await segment(folder, 0, 10), await segment(folder, 10, 20)]
  const whole = await archiveReport(...files)
  expect(whole).toMatchObject({ status: 0, ok: true, records: 34, start: { sequence: 0 }, end: { sequence: 34 } })
  expect(whole.end.hash).toBe((await reportFrom(folder)).head.hash)
  const middle = await archiveReport(files[2] as string)
  const before = JSON.parse(linesOf(files[1] as string).at(-1) as string)
  expect(middle).toMatchObject({ ok: true, records: 10, start: { sequence: 10, hash: before.hash } })
  const gap = await archiveReport(files[0] as string, files[1] as string)
  expect(gap).toMatchObject({ status: 1, records: 10, fault: { sequence: 21 } })
  expect(gap.fault.reason).toBe('record 11 is missing: 10 is followed by 21')
})

test.for<[string, (lines: readonly string[]) => readonly string[], object]>([
  ['nothing', (lines) => lines, { ok: true, fault: null }],
  ['a member', (lines) => lines.with(4, `${lines[4]}`.replace('"actor":"', '"actor":"x')), { fault: { sequence: 5 } }],
  ['the hash before', (lines) => lines.with(4, changedBefore(lines[4])), { fault: { sequence: 5 } }],
  ['a missing record', (lines) => lines.toSpliced(4, 1), { fault: { sequence: 6 } }],
  ['a record that is there twice', (lines) => [...lines.slice(0, 5), ...lines.slice(4)], { fault: { sequence: 5 } }],
  ['a cut line', (lines) => lines.with(-1, `${lines.at(-1)}`.slice(0, -9)), { records: 9, fault: { sequence: null } }],
  ['another file', () => ['sequence,at'], { records: 0, fault: { sequence: null } }],
])('in an archive, %s is found', async ([_what, change, found], { folder }) => {
  const file = await segment(folder, 0, 10)
  write(file, change(linesOf(file)))
  expect(await archiveReport(file)).toMatchObject(found)
})

const changedBefore = (line = '') => line.replace(/"previous":"[0-9a-f]{8}/, '"previous":"00000000')

test('a store is verified from its archive on, also after more records', async ({ folder }) => {
  const first = await segment(folder, 0, 10)
  const second = await segment(folder, 10)
  const sound = { status: 0, ok: true, fault: null }
  expect(await reportFrom(folder, second, first)).toMatchObject({ ...sound, records: 33, head: { sequence: 33 } })
  const more = { kind: 'data.imported', actor: 'later', at: 1 } as const
  await withStoreOf(folder.dataDir, (store) => store.recordAudit(more))
  expect(await reportFrom(folder, first, second)).toMatchObject({ ...sound, records: 34, head: { sequence: 34 } })
  expect(await reportFrom(folder, second), 'not from the first record on').toMatchObject({
    status: 1,
    fault: { sequence: 1, reason: 'the archive begins behind it, after record 10' },
  })
  await folder.data.tamper.change('audit', ({ sequence }) => sequence === 34, { actor: 'changed' })
  expect(await reportFrom(folder, first, second)).toMatchObject({ status: 1, records: 33, fault: { sequence: 34 } })
})

test('a chain that was rebuilt passes alone, but not from its archive on', async ({ folder }) => {
  const file = await segment(folder, 0, 20)
  await rebuild(folder)
  expect(await reportFrom(folder), 'control').toMatchObject({ ok: true, records: 33 })
  expect(await reportFrom(folder, file)).toMatchObject({
    status: 1,
    fault: { sequence: 20, reason: 'the store has another record than the archive here: the chain was rebuilt' },
  })
})

test('records that were removed at the end are missed, although the anchor was set back', async ({ folder }) => {
  const file = await segment(folder, 0)
  await folder.data.tamper.remove('audit', ({ sequence }) => sequence > 31)
  await folder.data.tamper.moveAnchor()
  expect(await reportFrom(folder), 'control').toMatchObject({ ok: true, records: 31 })
  expect(await reportFrom(folder, file)).toMatchObject({
    status: 1,
    fault: { sequence: 33, reason: 'it is in the archive but not in the store: records were removed' },
  })
})

test('a segment has no gaps: it is not exported with a filter', async ({ folder }) => {
  const { status, stderr } = await strongroom([
    'audit',
    'export',
    '--data',
    folder.dataDir,
    '--after',
    '3',
    '--kind',
    'rotation.ended',
  ])
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('export records without gaps') })
})

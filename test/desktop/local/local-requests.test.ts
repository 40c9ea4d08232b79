import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LocalRequest } from '../../../desktop/bridge/local.ts'
import { strongroom } from '../../harness/cli.ts'
import { dataOf } from '../../store/engines.ts'
import { bundleForTests } from './bundle.ts'
import { contentOf, type LocalConsole, last, openLocalConsole } from './local-console.ts'
import { importNow, requestsOf, tenants, valueOfKind } from './requests.ts'

const bundle = bundleForTests()

test('the start request serves and signs in; the log and stop requests work after it', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask } = requestsOf(desk)
  expect(await ask({ do: 'start', withDemo: true })).toEqual({ ok: true, value: null })
  const token = desk.tokens.kept.get(true)?.reveal()
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${desk.server.state().url}/platform/admin/custodians`, { headers })).status).toBe(200)
  expect(valueOfKind(await ask({ do: 'log' }), 'log').lines.length).toBeGreaterThan(0)
  expect(await ask({ do: 'stop' })).toEqual({ ok: true, value: null })
  expect(desk.server.state().status).toBe('stopped')
})

test('a failed start says why and what to do', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, write } = requestsOf(desk)
  write('local', ['a file where the folder should be'])
  const answer = await ask({ do: 'start', withDemo: false })
  expect(answer).toMatchObject({ ok: false, error: { code: 'LocalServerFailed' } })
  expect(answer.ok ? [] : answer.error.info).toHaveLength(2)
})

test('an import on a running server reports progress, counts and refused lines with reasons', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, chosen, progress, revealed, write } = requestsOf(desk)
  await ask({ do: 'start', withDemo: false })
  const file = write('tenants.csv', [...tenants(1, 20_000), ...Array.from({ length: 300 }, () => 'x,No')])
  chosen.files = [file]
  const { files } = valueOfKind(await ask(importNow), 'imported')
  expect(files).toEqual([
    {
      file,
      kind: 'tenants',
      added: 20_000,
      changed: 0,
      unchanged: 0,
      skipped: 0,
      refused: 300,
      refusedLines: Array.from({ length: 200 }, (_, row) => ({ line: 20_002 + row, reason: expect.any(String) })),
      otherBlocks: 0,
      warned: 0,
      warnings: [],
    },
  ])
  const allBytes = statSync(file).size
  expect(progress.at(-1)).toEqual({ task: 'import', step: file, doneBytes: allBytes, allBytes })
  await ask({ do: 'reveal-refused', index: 0 })
  await ask({ do: 'reveal', what: 'data' })
  expect(revealed).toEqual([`${file}.rejected.ndjson`, join(desk.dataRoot, 'local')])
  const again = valueOfKind(await ask(importNow), 'imported').files[0]
  expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 20_000, refused: 300 })
})

test('an import reports the lines to review and the number from orphaned blocks', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, chosen, write } = requestsOf(desk)
  const transaction = 'source,position,index,tokenId,amount,at,toReserveAccountId,blockHash'
  chosen.files = [
    write('networks.csv', ['blockchainId,network', '1,Ethereum', '']),
    write('tokens.csv', ['tokenId,tokenSymbol,blockchainId,decimals', '1,USDC,1,6', '2,USDC,1,6', '']),
    write('accounts.csv', ['reserveAccountId,blockchainId,address,name', '1,1,0xa1,One', '']),
    write('book.csv', [transaction, ...[0, 1].map((row) => `book,7,${row},1,5,2026-01-01T00:00:00Z,1,0xb${row}`), '']),
  ]
  const [, tokens, , book] = valueOfKind(await ask(importNow), 'imported').files
  const warning = expect.stringContaining('looks like token 1 "USDC"')
  expect(tokens).toMatchObject({ added: 2, otherBlocks: 0, warned: 1, warnings: [{ line: 3, warning }] })
  expect(book).toMatchObject({ added: 1, refused: 1, otherBlocks: 1, warned: 0 })
})

test('a file that cannot be imported is a failure with the reason', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, chosen } = requestsOf(desk)
  chosen.files = [join(desk.dataRoot, 'none.csv')]
  const answer = await ask(importNow)
  expect(answer).toMatchObject({
    ok: false,
    error: { code: 'TaskFailed', info: [expect.stringContaining('none.csv'), expect.any(String)] },
  })
})

/** How many tenants the database has, and the highest number of one. */
async function storedTenants({
  dataRoot,
}: LocalConsole): Promise<{ readonly count: number; readonly highest: number }> {
  const stored = await dataOf(join(dataRoot, 'local')).truth.read('tenants')
  return { count: stored.length, highest: Number(stored.at(-1)?.tenantId ?? 0) }
}

test('a cancelled import keeps the stored rows, and the repeated import completes it without loss or duplicates', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, chosen, progress, write } = requestsOf(desk)
  await ask({ do: 'start', withDemo: false })
  chosen.files = [write('tenants.csv', tenants(1, 150_000))]
  const importing = ask(importNow)
  // An import yields to everything else that the machine has to do.
  await expect.poll(() => progress.length, { interval: 5, timeout: 100_000 }).toBeGreaterThan(10)
  await ask({ do: 'cancel' })
  expect(await importing).toEqual({ ok: true, value: null })
  const kept = await storedTenants(desk)
  expect(kept.count).toBeGreaterThan(0)
  expect(kept.count).toBeLessThan(150_000)
  expect(kept.highest).toBe(kept.count)
  const [again] = valueOfKind(await ask(importNow), 'imported').files
  expect(again).toMatchObject({ added: 150_000 - kept.count, changed: 0, unchanged: kept.count, refused: 0 })
  expect(await storedTenants(desk)).toEqual({ count: 150_000, highest: 150_000 })
  expect((await strongroom(['audit', 'verify', '--data', join(desk.dataRoot, 'local')])).status).toBe(0)
})

test('a file without the missing rows does not complete a cancelled import (control)', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, chosen, write } = requestsOf(desk)
  chosen.files = [write('tenants.csv', tenants(1, 100))]
  await ask(importNow)
  chosen.files = [write('tenants.csv', tenants(102, 300))]
  await ask(importNow)
  expect(await storedTenants(desk)).toEqual({ count: 299, highest: 300 })
})

test('a backup of a running server is valid and restores the same data', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, chosen, progress, revealed } = requestsOf(desk)
  await ask({ do: 'start', withDemo: true })
  chosen.target = desk.dataRoot
  const made = valueOfKind(await ask({ do: 'back-up' }), 'backed-up')
  expect(made.file).toMatch(/strongroom-.+Z\.tar$/)
  expect(made.note).toContain(join(desk.dataRoot, 'local-demo', 'keys', 'kek'))
  const soFar = progress.flatMap((each) => (each.task === 'back-up' && 'doneBytes' in each ? [each] : []))
  expect([...new Set(soFar.map(({ step }) => step))]).toEqual(['copying', 'checking', 'packing'])
  const done = soFar.map(({ doneBytes, allBytes }) => doneBytes / allBytes)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  expect([done[0], done.at(-1)]).toEqual([0, 1])
  await ask({ do: 'reveal', what: 'backup' })
  expect(revealed).toEqual([made.file])
  const restored = join(desk.dataRoot, 'restored')
  expect((await strongroom(['backup', 'restore', made.file, '--data', restored])).status).toBe(0)
  expect((await strongroom(['audit', 'verify', '--data', restored])).status).toBe(0)
  const key = readFileSync(join(desk.dataRoot, 'local-demo', 'keys', 'kek'), 'latin1').trim()
  expect(contentOf(restored)).not.toContain(key)
})

test('a verification of the audit reports progress, its head and anchor, and names the first damaged record', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, progress } = requestsOf(desk)
  await ask({ do: 'start', withDemo: true })
  const sound = valueOfKind(await ask({ do: 'verify-audit' }), 'verified').audit
  expect(sound).toMatchObject({ fault: null, records: sound.head.sequence, anchor: sound.head })
  const { sequence } = sound.head
  expect(progress.at(-1)).toEqual({
    task: 'verify-audit',
    step: 'verifying',
    doneRecords: sequence,
    allRecords: sequence,
  })

  await ask({ do: 'stop' })
  const { tamper } = dataOf(join(desk.dataRoot, 'local-demo'))
  await tamper.change('audit', (record) => record.sequence === 2, { actor: 'another' })
  expect(valueOfKind(await ask({ do: 'verify-audit' }), 'verified').audit).toMatchObject({
    records: 1,
    fault: { sequence: 2, reason: expect.stringContaining('hash') },
  })
})

/** A running server with a tenant that its backup has, and one that came later. */
async function withBackup(desk: LocalConsole) {
  const requests = requestsOf(desk)
  const { ask, chosen, write } = requests
  await ask({ do: 'start', withDemo: false })
  chosen.files = [write('tenants.csv', tenants(1, 1))]
  await ask(importNow)
  chosen.target = desk.dataRoot
  chosen.backup = valueOfKind(await ask({ do: 'back-up' }), 'backed-up').file
  chosen.files = [write('tenants.csv', tenants(2, 2))]
  await ask(importNow)
  return requests
}

const restoreNow: LocalRequest = { do: 'restore', keepTokens: false }

test('a restore shows what is in the backup first, keeps the replaced data, and serves the restored data', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask } = await withBackup(desk)
  expect(await ask(restoreNow), 'nothing was chosen').toMatchObject({ ok: false, error: { code: 'NotAllowed' } })
  const { backup } = valueOfKind(await ask({ do: 'inspect-backup' }), 'inspected')
  expect(backup).toMatchObject({ tenants: [{ tenantId: 1, name: 'Tenant 1' }], custodians: 0, missingKeyIds: [] })
  expect(readdirSync(desk.dataRoot)).not.toContain('inspected-backup')
  expect(await storedTenants(desk), 'an inspection changes nothing').toEqual({ count: 2, highest: 2 })

  const { restored } = valueOfKind(await ask(restoreNow), 'restored')
  expect(restored).toMatchObject({ createdAt: backup.createdAt, auditHead: backup.auditHead })
  expect(restored.nextSteps.join(' ')).toContain('check each custodian')
  expect(desk.server.state().status).toBe('running')
  expect(await storedTenants(desk)).toEqual({ count: 1, highest: 1 })
  expect(await dataOf(restored.aside ?? '').truth.read('tenants')).toHaveLength(2)
  const headers = { authorization: `Bearer ${desk.tokens.kept.get(false)?.reveal()}` }
  expect((await fetch(`${desk.server.state().url}/platform/admin/custodians`, { headers })).status).toBe(200)
})

test('a damaged backup is refused when it is chosen, and nothing can be restored', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, chosen } = await withBackup(desk)
  const whole = readFileSync(chosen.backup ?? '')
  const damaged = join(desk.dataRoot, 'damaged.tar')
  whole.writeUInt8(whole.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1)
  writeFileSync(damaged, whole)
  chosen.backup = damaged
  expect(await ask({ do: 'inspect-backup' })).toMatchObject({
    ok: false,
    error: { code: 'TaskFailed', info: [expect.stringContaining('the backup is damaged'), expect.any(String)] },
  })
  expect(await ask(restoreNow)).toMatchObject({ ok: false, error: { code: 'NotAllowed' } })
  expect(desk.server.state().status).toBe('running')
  expect(await storedTenants(desk)).toEqual({ count: 2, highest: 2 })
})

test('a killed restore serves the old data again, and trying again restores', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask } = await withBackup(desk)
  await ask({ do: 'inspect-backup' })
  const restoring = ask(restoreNow)
  await expect.poll(() => readdirSync(join(desk.dataRoot, 'local')).join(), { interval: 2 }).toContain('restoring')
  process.kill(last(desk.children).pid ?? 0, 'SIGKILL')
  expect(await restoring).toMatchObject({ ok: false, error: { code: 'TaskFailed' } })
  expect(desk.server.state().status).toBe('running')
  expect(await storedTenants(desk)).toEqual({ count: 2, highest: 2 })
  valueOfKind(await ask(restoreNow), 'restored')
  expect(await storedTenants(desk), 'control: a whole restore').toEqual({ count: 1, highest: 1 })
})

test('a cancelled backup leaves no file behind', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, chosen, write } = requestsOf(desk)
  chosen.files = [write('tenants.csv', tenants(1, 100_000))]
  await ask(importNow)
  chosen.target = desk.dataRoot
  const backingUp = ask({ do: 'back-up' })
  await expect.poll(() => readdirSync(desk.dataRoot).join(), { interval: 2 }).toContain('.tar')
  await ask({ do: 'cancel' })
  expect(await backingUp).toEqual({ ok: true, value: null })
  expect(readdirSync(desk.dataRoot).join()).not.toContain('.tar')
})

test('only one import or backup runs at a time', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, chosen, write } = requestsOf(desk)
  chosen.files = [write('tenants.csv', tenants(1, 1_000))]
  const [first, second] = await Promise.all([ask(importNow), ask(importNow)])
  expect(first).toMatchObject({ ok: true, value: { kind: 'imported' } })
  expect(second).toMatchObject({ ok: false, error: { code: 'TaskFailed' } })
})

test('a cancelled file dialog starts nothing', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask } = requestsOf(desk)
  expect(await ask(importNow)).toEqual({ ok: true, value: null })
  expect(await ask({ do: 'back-up' })).toEqual({ ok: true, value: null })
  expect(await ask({ do: 'cancel' })).toEqual({ ok: true, value: null })
  expect(desk.children).toHaveLength(0)
})

test('an import of several files lists the refused lines of each', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const { ask, chosen, revealed, write } = requestsOf(desk)
  chosen.files = [write('one.csv', tenants(1, 2)), write('two.csv', ['tenantId,name', 'x,No'])]
  const { files } = valueOfKind(await ask(importNow), 'imported')
  const index = files.findIndex(({ refused }) => refused > 0)
  await ask({ do: 'reveal-refused', index })
  await ask({ do: 'reveal-refused', index: 1 - index })
  expect(revealed).toEqual([`${files[index]?.file}.rejected.ndjson`])
  expect(files[index]?.file).toBe(chosen.files[1])
})

import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect } from 'vitest'
import { keyFileIn } from '../../server/config.ts'
import { digestOfTable } from '../../server/copy/table-digest.ts'
import { administer, assertUsable, openCopy } from '../../server/data-folder.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { serving } from '../cli/serving.ts'
import { killAtEach, strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { withStoreOf } from '../harness/folders.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { brokenInvariants } from '../store/contract/invariants.ts'
import { dataOf } from '../store/engines.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { addRest, copy, emptyDatabase, factsOf } from './scene.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

type Copied = {
  readonly tables: readonly { readonly rows: number }[]
  readonly head: object
  readonly keys: readonly { readonly credentials: number }[]
}

const copiedBy = ({ stdout, stderr, status }: Awaited<ReturnType<typeof copy>>): Copied => {
  expect(status, stderr).toBe(0)
  return JSON.parse(stdout)
}

describe('store copy', () => {
  test('what goes from a folder into a database and back is the same, digit for digit', async ({ folder }) => {
    await addRest(folder.dataDir)
    const before = await factsOf(folder.data.truth)
    for (const [kind, facts] of Object.entries(before)) expect(facts.length, `control: ${kind}`).toBeGreaterThan(0)
    const database = await emptyDatabase(folder.path, 'one')
    const there = copiedBy(await copy(folder.dataDir, database.url, database))
    expect(there.keys).toEqual([{ keyId: expect.any(String), credentials: 18 }])
    expect(await factsOf(database.data.truth)).toEqual(before)

    const back = join(folder.path, 'back')
    const returned = copiedBy(await copy(database.url, back, database))
    expect(returned.tables).toEqual(there.tables)
    expect(returned.head).toEqual(there.head)
    expect(readdirSync(back).sort()).toEqual(['audit.anchor', 'serving.lock', 'strongroom.db'])
    expect(await factsOf(dataOf(back).truth)).toEqual(before)
    await mkdir(join(back, 'keys'), { mode: 0o700 })
    await copyFile(keyFileIn(folder.dataDir), keyFileIn(back))
    const doctor = await strongroom(['doctor', '--data', back, '--json'])
    expect(JSON.parse(doctor.stdout).checks.filter(({ status }: { status: string }) => status === 'fail')).toEqual([])
  })

  test('a server serves the copy with the key and the anchor: tokens work, keys rotate, names are found', async ({
    folder,
  }) => {
    await addRest(folder.dataDir)
    const created = await strongroom(['token', 'create', '--name', 'ada', '--all', '--data', folder.dataDir])
    const database = await emptyDatabase(folder.path, 'served')
    copiedBy(await copy(folder.dataDir, database.url, database))
    const dataDir = join(folder.path, 'server')
    await mkdir(dataDir, { mode: 0o700 })
    await copyFile(join(folder.dataDir, 'audit.anchor'), join(dataDir, 'audit.anchor'))
    const { credentials, key } = await issueCredentials('copper', { account: 'one', mode: 'ok' })
    await writeFile(join(dataDir, 'simulator.json'), JSON.stringify({ keys: [key] }))
    const place = ['--store', database.url, '--store-password-file', database.passwordFile]
    const options = ['--data', dataDir, '--key-file', keyFileIn(folder.dataDir), ...place]
    await using server = await serving(['serve', '--port', '0', '--json', ...options])
    const { url } = JSON.parse(server.greeting) as { readonly url: string }
    const headers = { authorization: `Bearer ${created.stdout.trim()}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ tenantId: tenants.first, ...credentials })
    const path = `${url}/platform/admin/custodians/${custodians.copper}/update_api_keys`
    const rotated = await fetch(path, { method: 'PUT', headers, body })
    expect(rotated.status, await rotated.text()).toBe(200)
    const found = await fetch(`${url}/platform/admin/search?query=tab`, { headers })
    expect(await found.text(), 'by the label of a wallet').toContain('9001')
    expect(await brokenInvariants(database.data.truth), 'what was open is ended').toEqual([])
    const verified = await strongroom(['audit', 'verify', ...options])
    expect(verified.stdout).toMatch(/^ok: /)
  })

  test('each end is refused where it is served, used, or not one of each kind', async ({ folder }) => {
    const database = await emptyDatabase(folder.path, 'refused')
    const refusal = async (from: string, into: string) => {
      const { status, stderr } = await copy(from, into, database)
      return `${status} ${stderr}`
    }
    expect(await refusal(folder.dataDir, join(folder.path, 'other'))).toMatch(/^2 .*both ends.*backup create/)
    expect(await refusal(database.url, database.url)).toMatch(/^2 .*both ends.*pg_dump/)
    expect(await refusal(join(folder.path, 'nothing'), database.url)).toMatch(/^1 .*there is no strongroom\.db/)
    {
      await using _server = await serving(['serve', '--data', folder.dataDir, '--port', '0', '--json'])
      expect(await refusal(folder.dataDir, database.url)).toMatch(/^1 .*another Strongroom server is using it/)
    }
    copiedBy(await copy(folder.dataDir, database.url, database))
    expect(await refusal(folder.dataDir, database.url)).toMatch(/^1 .*is not empty: its table \w+ has rows/)
    expect(await refusal(database.url, folder.dataDir)).toMatch(/^1 .*already contains data/)
    const store = await database.data.open()
    await store.endInterrupted({ actor: 'test', at: Date.now() })
    const to = join(folder.path, 'new')
    expect(await refusal(database.url, to)).toMatch(/^1 .*is served by .*Stop all its servers/)
    await store.close()
    expect(await refusal(database.url, to), 'control').toMatch(/^0 /)
  })

  test('a source whose audit was changed leaves the target empty', async ({ folder }) => {
    const database = await emptyDatabase(folder.path, 'changed')
    await folder.data.tamper.change('audit', ({ sequence }) => sequence === 3, { actor: 'mallory' })
    const { status, stderr } = await copy(folder.dataDir, database.url, database)
    expect([status, stderr]).toEqual([1, expect.stringContaining('record 3: its hash does not match its content')])
    expect(await database.data.truth.read('audit')).toEqual([])
    const [record] = (await folder.data.truth.read('audit')).filter(({ sequence }) => sequence === 3)
    expect(record?.actor, 'control: it was changed').toBe('mallory')
  })

  test('who writes to the source waits for the end of the copy', async ({ folder }) => {
    const { place } = await emptyDatabase(folder.path, 'waiting')
    const events: string[] = []
    await withStoreOf(folder.dataDir, async (store) => {
      const copying = await openCopy({ dataDir: folder.dataDir }, { database: place })
      const record = { kind: 'data.imported', actor: 'tester', at: Date.now(), details: {} } as const
      const writing = store.recordAudit(record).then(() => events.push('written'))
      for (const table of copying.tables) await digestOfTable(copying.source.rows(table))
      events.push('copied')
      await copying[Symbol.asyncDispose]()
      await writing
    })
    expect(events).toEqual(['copied', 'written'])
  })
})

describe('a copy that is killed', () => {
  const kills = [
    { kind: 'commit', least: 1, options: {} },
    { kind: 'copy', least: 10, options: { tags: ['long' as const] } },
  ]
  for (const { kind, least, options } of kills)
    test(`before each ${kind} leaves the database empty, and the next one fills it`, options, async ({ folder }) => {
      const before = await factsOf(folder.data.truth)
      const database = await emptyDatabase(folder.path, kind)
      const migrate = ['--store', database.url, '--store-password-file', database.passwordFile]
      await strongroom(['store', 'migrate', ...migrate])
      const nothing = await factsOf(database.data.truth)
      expect(nothing).toEqual(Object.fromEntries(Object.keys(before).map((name) => [name, []])))
      const run = (dieAt: string) => copy(folder.dataDir, database.url, { ...database, dieAt })
      const kinds = await killAtEach(kind, run, async () => {
        expect(await factsOf(database.data.truth)).toEqual(nothing)
        expect(await factsOf(folder.data.truth)).toEqual(before)
      })
      expect(kinds).toBeGreaterThanOrEqual(least)
      expect(await factsOf(database.data.truth), 'control: the one that lives fills it').toEqual(before)
    })

  const killsInFolder = [
    { kind: 'rename', options: {} },
    { kind: 'fsync', options: { tags: ['long' as const] } },
    { kind: 'fetch', options: { tags: ['long' as const] } },
  ]
  for (const { kind, options } of killsInFolder)
    test(
      `before each ${kind} leaves a folder that is not served, and the next one fills it`,
      options,
      async ({ folder }) => {
        const before = await factsOf(folder.data.truth)
        const database = await emptyDatabase(folder.path, kind)
        copiedBy(await copy(folder.dataDir, database.url, database))
        const to = join(folder.path, 'to')
        let unfinished = 0
        const look = async () => {
          if (await administer(to).hasData()) expect(await factsOf(dataOf(to).truth)).toEqual(before)
          else if (existsSync(join(to, 'copying'))) {
            unfinished += 1
            await expect(assertUsable(to)).rejects.toThrow('has a copy that was not finished')
          } else expect(await administer(to).hasTraces()).toBe(false)
          if (await administer(to).hasData()) await rm(to, { recursive: true })
        }
        const run = (dieAt: string) => copy(database.url, to, { ...database, dieAt })
        expect(await killAtEach(kind, run, look)).toBeGreaterThan(0)
        expect(unfinished, 'control: kills came while there was a part of it').toBeGreaterThan(0)
        expect(await factsOf(dataOf(to).truth)).toEqual(before)
        await expect(assertUsable(to)).resolves.toBeUndefined()
      },
    )
})

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { clientOf, type DemoAnswer, makeDemo } from '../../cli/demo-answer.ts'
import { serveFolder, serving } from '../../cli/serving.ts'
import { type EmptyDatabase, emptyDatabase } from '../../copy/scene.ts'
import { ended, start, strongroom } from '../../harness/cli.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { connect } from './client.ts'
import { noPostgres } from './programs.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

const placeOf = ({ url, passwordFile }: EmptyDatabase) => ['--store', url, '--store-password-file', passwordFile]

/** The tables of a database, each with the number of its rows. */
async function rowsIn({ urlWithPassword }: EmptyDatabase): Promise<readonly string[]> {
  await using client = await connect(urlWithPassword)
  const tables = await client.run(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
  )
  const counted: string[] = []
  for (const { name } of tables.rows)
    counted.push(`${name} ${(await client.run(`SELECT count(*) AS rows FROM ${name}`)).rows[0].rows}`)
  return counted
}

const used = {
  'the tables of another program': async ({ urlWithPassword }: EmptyDatabase) => {
    await using client = await connect(urlWithPassword)
    await client.run('CREATE TABLE invoices (number text)')
  },
  'data of Strongroom that is no demo': async (database: EmptyDatabase, dataDir: string) => {
    const token = ['token', 'create', '--name', 'ada', '--all', '--data', dataDir]
    expect((await strongroom([...token, ...placeOf(database)])).status).toBe(0)
  },
}

test.for(Object.entries(used))('a database with %s is refused and not changed', async ([, use]) => {
  await using folder = await temporaryFolder()
  const database = await emptyDatabase(folder.path, 'used')
  await use(database, join(folder.path, 'real'))
  const before = await rowsIn(database)
  const demo = join(folder.path, 'demo')
  for (const command of [['demo'], ['serve', '--demo', '--port', '0']]) {
    const { status, stdout, stderr } = await strongroom([...command, '--data', demo, ...placeOf(database)])
    expect(stderr).toMatch(
      /strongroom: The database [^\n]+ has something other than a demo: it[^\n]+ Name a new [^\n]+\n$/,
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  }
  expect(await rowsIn(database)).toEqual(before)
  expect(existsSync(demo)).toBe(false)
})

/** The same database as a role that serves it, and owns nothing. */
async function asServiceRole(database: EmptyDatabase, folder: string): Promise<EmptyDatabase & AsyncDisposable> {
  const role = `demo_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  const owner = await connect(database.urlWithPassword)
  await owner.run(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`)
  expect((await strongroom(['store', 'migrate', '--service-role', role, ...placeOf(database)])).status).toBe(0)
  const passwordFile = join(folder, 'service.password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  const drop = async () => {
    await owner.run(`DROP OWNED BY ${role}`)
    await owner.run(`DROP ROLE ${role}`)
    await owner[Symbol.asyncDispose]()
  }
  return { ...database, url: database.url.replace('//owner@', `//${role}@`), passwordFile, [Symbol.asyncDispose]: drop }
}

test('a demo killed half-way is completed from its folder alone, by a role that serves, and never made again', async () => {
  await using folder = await temporaryFolder()
  await using database = await asServiceRole(await emptyDatabase(folder.path, 'killed'), folder.path)
  expect(database.url).toContain('//demo_')
  const dataDir = join(folder.path, 'demo')
  const killed = start(['demo', '--data', dataDir, ...placeOf(database)])
  while (!existsSync(join(dataDir, 'simulator.json'))) await setTimeout(5)
  killed.kill('SIGKILL')
  expect((await ended(killed)).status).toBe(null)
  const refused = (place: string) => strongroom(['demo', '--data', join(folder.path, place), ...placeOf(database)])
  expect((await refused('other')).stderr).toContain('has a demo whose keys are in another folder')
  const demo = await makeDemo(dataDir, placeOf(database))
  expect((await refused('demo')).stderr).toContain('is not empty: it has a demo')
  await using server = await serveFolder(dataDir, ...placeOf(database))
  const [credentials] = demo.credentials as [DemoAnswer['credentials'][number]]
  const { rotate } = clientOf(server.addresses.url, demo.tokens.operator)
  expect((await rotate(demo, credentials)).status).toBe(200)
})

test('a folder with a demo is not used for another database', async () => {
  await using folder = await temporaryFolder()
  const database = await emptyDatabase(folder.path, 'other')
  await writeFile(join(folder.path, 'demo.txt'), 'The data in this folder is a demo.\n')
  const { status, stderr } = await strongroom(['serve', '--demo', '--data', folder.path, ...placeOf(database)])
  expect(stderr).toMatch(/belongs to a demo that \S+ at \S+ does not have/)
  expect(status).toBe(1)
  expect(await rowsIn(database)).toEqual([])
})

test('a database for real data, named in the environment, is not served as a demo', async () => {
  await using folder = await temporaryFolder()
  const database = await emptyDatabase(folder.path, 'real')
  const env = { STRONGROOM_STORE: database.url, STRONGROOM_STORE_PASSWORD_FILE: database.passwordFile }
  const dataDir = join(folder.path, 'demo')
  await using server = await serving(['serve', '--demo', '--data', dataDir, '--port', '0'], {
    ready: /more keys .*\n$/,
    env,
  })
  expect(server.greeting).toContain(`Strongroom is serving ${dataDir}`)
  expect(await readdir(dataDir)).toContain('strongroom.db')
  expect(await rowsIn(database)).toEqual([])
})

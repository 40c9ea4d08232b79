import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readPage } from '../docs/pages.ts'
import { type Run, strongroom } from '../harness/cli.ts'
import { freePort } from '../harness/free-port.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { connect } from '../store/postgres/client.ts'
import { initialize, makeFolder, nameOf, type Settings, start, stopCluster } from '../store/postgres/cluster.ts'
import { debianPrograms, type PostgresPrograms } from '../store/postgres/programs.ts'

const noDebian = "Debian's postgresql, whose pg_basebackup the page uses, is not installed"

const { blocks } = readPage('docs/production.md')

function textWith(part: string): string {
  const [block, ...others] = blocks.filter(({ text }) => text.includes(part))
  if (!block || others.length > 0) throw new Error(`${1 + others.length} blocks have "${part}"`)
  return block.text
}

/** The settings of the page, as options of the program. */
const archiving = (here: (text: string) => string): Settings =>
  here(textWith('archive_command'))
    .trim()
    .split('\n')
    .map((line) => line.replace(/ = '?/, '=').replace(/'$/, ''))
    .map((setting) => `"${setting}"`)

/** The machine of a database: its programs, and the folders of the page below one of the test. */
async function openMachine(folder: string, programs: PostgresPrograms) {
  const password = randomBytes(16).toString('hex')
  for (const name of ['backups', 'backups/wal', 'lib']) await makeFolder(join(folder, name), programs.user)
  const here = (text: string) =>
    text
      .replaceAll('/var/backups', join(folder, 'backups'))
      .replaceAll('/var/lib/postgresql', join(folder, 'lib'))
      .replaceAll('sudo -u postgres ', '')
  const port = await freePort()
  const data = join(folder, 'postgres')
  await initialize(programs, nameOf(folder), password)
  await start(programs, { data, port, settings: archiving(here) })
  const env = { PATH: `${programs.folder}:${process.env.PATH}`, PGHOST: '127.0.0.1', PGUSER: 'owner' }
  const options = { ...programs.user, cwd: data, env: { ...env, PGPORT: `${port}`, PGPASSWORD: password } }
  const url = `postgres://owner:${password}@127.0.0.1:${port}/postgres`
  /** Runs a block of the page as the user of PostgreSQL. */
  const run = (part: string) => promisify(execFile)('bash', ['-euo', 'pipefail', '-c', here(textWith(part))], options)
  return {
    password,
    port,
    run,
    setRestorePoint: async (name: string) => {
      await using client = await connect(url)
      await client.run(`SELECT pg_create_restore_point('${name}')`)
    },
    archiveAll: () => archiveAll(url),
    stop: () => stopCluster(folder),
    /** Starts a cluster of the base backup; answers once it has replayed what it should. */
    async recover(name: string, setting = ''): Promise<AsyncDisposable & { readonly port: number }> {
      await run('recovery.signal')
      const place = join(folder, name)
      await makeFolder(place, programs.user)
      await rename(join(folder, 'lib/recovered'), nameOf(place))
      await appendFile(join(nameOf(place), 'postgresql.auto.conf'), `${setting}\n`)
      const recoveredPort = await freePort()
      await start(programs, { data: nameOf(place), port: recoveredPort })
      await untilPromoted(url.replace(`:${port}/`, `:${recoveredPort}/`))
      return { port: recoveredPort, [Symbol.asyncDispose]: () => stopCluster(place) }
    },
  }
}

async function untilPromoted(url: string): Promise<void> {
  await using client = await connect(url)
  const isStandby = async () => (await client.run('SELECT pg_is_in_recovery() AS standby')).rows[0].standby
  await expect.poll(isStandby, { timeout: 60_000 }).toBe(false)
}

/** Resolves once the log has been archived up to here. */
async function archiveAll(url: string): Promise<void> {
  await using client = await connect(url)
  const [current] = (await client.run('SELECT pg_walfile_name(pg_switch_wal()) AS name')).rows
  const archived = async () => (await client.run('SELECT last_archived_wal AS name FROM pg_stat_archiver')).rows[0].name
  await expect.poll(archived, { timeout: 60_000 }).toBe(current.name)
}

test('after a recovery from a base backup and the log, everything acknowledged is there; to an earlier moment, the first record that is missing is named', async ({
  skip,
}) => {
  skip(debianPrograms === null, noDebian)
  const programs = debianPrograms as PostgresPrograms
  await using folder = await temporaryFolder()
  const machine = await openMachine(folder.path, programs)
  await using open = new AsyncDisposableStack()
  open.defer(machine.stop)
  const at =
    (port: number) =>
    (...args: readonly string[]): Promise<Run> =>
      strongroom([...args, '--store', `postgres://owner@127.0.0.1:${port}/postgres`], {
        env: { PGPASSWORD: machine.password, STRONGROOM_DATA: join(folder.path, 'server') },
      })
  const create = (name: string) => at(machine.port)('token', 'create', '--all', '--name', name)

  expect(await create('before the base backup')).toMatchObject({ status: 0 })
  await machine.run('pg_basebackup')
  expect(await create('before the mistake')).toMatchObject({ status: 0 })
  await machine.setRestorePoint('mistake')
  expect(await create('after it')).toMatchObject({ status: 0 })
  await machine.archiveAll()
  await machine.stop()

  await using whole = await machine.recover('whole')
  const names = JSON.parse((await at(whole.port)('token', 'list', '--json')).stdout).map(nameIn)
  expect(names).toEqual(['before the base backup', 'before the mistake', 'after it'])
  expect(await at(whole.port)('audit', 'verify')).toMatchObject({ status: 0, stdout: expect.stringContaining('ok: ') })

  await using earlier = await machine.recover('earlier', "recovery_target_name = 'mistake'")
  const verified = await at(earlier.port)('audit', 'verify')
  expect(verified.status).not.toBe(0)
  expect(verified.stdout + verified.stderr).toMatch(/ends at record 2, but its anchor says that record 3 was stored/)
})

const nameIn = ({ name }: { readonly name: string }) => name

import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../harness/free-port.ts'
import { noPostgres, type PostgresPrograms, postgresPrograms } from './programs.ts'

/** A server of PostgreSQL on the loopback address. */
export type Cluster = { readonly url: (database: string) => string }

type Started = { readonly port: number; readonly password: string }

const run = promisify(execFile)
/** The data of the server of a folder. */
export const nameOf = (folder: string) => join(folder, 'postgres')

/** As `name=value`; of two of a name, the later one. */
export type Settings = readonly string[]

/** Nothing here outlives the run, so nothing is flushed; what a crash of the database loses is tested elsewhere. */
const common: Settings = [
  'fsync=off',
  'synchronous_commit=off',
  'max_connections=300',
  'shared_buffers=64MB',
  'jit=off',
]

/** A folder of the user of PostgreSQL, in one that this user may enter. */
export async function makeFolder(path: string, user: PostgresPrograms['user']): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  if (!user) return
  await chmod(join(path, '..'), 0o755)
  await chown(path, user.uid, user.gid)
}

/** Makes the data of a new server; its superuser is `owner`. */
export async function initialize({ folder, user }: PostgresPrograms, data: string, password: string): Promise<void> {
  const passwordFile = `${data}.password`
  await makeFolder(data, user)
  await writeFile(passwordFile, password)
  if (user) await chown(passwordFile, user.uid, user.gid)
  const options = ['--username=owner', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const locale = ['--encoding=UTF8', '--locale=C', '--no-sync']
  await run(join(folder, 'initdb'), ['-D', data, ...options, ...locale], { ...user, cwd: data, env: {} })
}

type Start = { readonly data: string; readonly port: number; readonly settings?: Settings }

/** Resolves once it takes connections; it goes on when the caller ends. */
export async function start({ folder, user }: PostgresPrograms, { data, port, settings = [] }: Start): Promise<void> {
  const chosen = [...common, ...settings].map((setting) => `-c ${setting}`)
  const options = [`-p ${port}`, '-h 127.0.0.1', '-k ""', ...chosen].join(' ')
  const starting = spawn(
    join(folder, 'pg_ctl'),
    ['start', '-w', '-t', '300', '-D', data, '-l', join(data, 'log'), '-o', options],
    { ...user, cwd: data, env: {}, stdio: 'ignore' },
  )
  const [status] = await once(starting, 'exit')
  if (status !== 0) throw new Error(`PostgreSQL did not start: ${await readFile(join(data, 'log'), 'utf8')}`)
}

async function make(folder: string): Promise<Started> {
  if (!postgresPrograms) throw new Error(`${noPostgres}`)
  const data = nameOf(folder)
  const password = randomBytes(16).toString('hex')
  await initialize(postgresPrograms, data, password)
  const port = await freePort()
  await start(postgresPrograms, { data, port })
  return { port, password }
}

async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(`${nameOf(folder)}.asked`)
    return true
  } catch {
    return false
  }
}

/** The one server of a run, started by the first test file that asks for it. */
export async function clusterIn(runFolder: string): Promise<Cluster> {
  const answer = `${nameOf(runFolder)}.json`
  if (await isFirst(runFolder)) {
    const started = await make(runFolder).catch((error: Error) => ({ fault: error.message }))
    await writeFile(`${answer}.draft`, JSON.stringify(started))
    await rename(`${answer}.draft`, answer)
  }
  while (!existsSync(answer)) await sleep(50)
  const started = JSON.parse(await readFile(answer, 'utf8')) as Started | { readonly fault: string }
  if ('fault' in started) throw new Error(started.fault)
  const { port, password } = started
  return { url: (database) => `postgres://owner:${password}@127.0.0.1:${port}/${database}` }
}

/** Ends the server of a run, if there is one, without a checkpoint. */
export async function stopCluster(runFolder: string): Promise<void> {
  const file = join(nameOf(runFolder), 'postmaster.pid')
  if (!existsSync(file)) return
  const [pid] = (await readFile(file, 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGQUIT')
  while (existsSync(file)) await sleep(50)
}

/** A server of one test, with TLS for the name `localhost`. */
export type TlsCluster = AsyncDisposable & {
  readonly port: number
  /** Of the superuser `owner`. */
  readonly password: string
  readonly certificateFile: string
}

export async function startTlsCluster(folder: string, programs: PostgresPrograms): Promise<TlsCluster> {
  const data = nameOf(folder)
  const password = randomBytes(16).toString('hex')
  await initialize(programs, data, password)
  const certificateFile = join(data, 'server.crt')
  await certify(data, certificateFile)
  if (programs.user)
    for (const file of [certificateFile, join(data, 'server.key')])
      await chown(file, programs.user.uid, programs.user.gid)
  const port = await freePort()
  await start(programs, { data, port, settings: ['ssl=on'] })
  return { port, password, certificateFile, [Symbol.asyncDispose]: () => stopCluster(folder) }
}

async function certify(data: string, certificateFile: string): Promise<void> {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', join(data, 'server.key')]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  await run('openssl', ['req', '-x509', '-days', '1', ...key, ...name, '-out', certificateFile])
  await chmod(join(data, 'server.key'), 0o600)
}

import { execFile } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { nameOfDatabase, parseDatabaseUrl } from '../../server/store/database-place.ts'
import { emptyDatabase } from '../copy/scene.ts'
import { environment, main, type Run, strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { serving } from './serving.ts'

const run = promisify(execFile)
const url = 'postgres://service@127.0.0.1:1/strongroom'

describe('a URL of a database', () => {
  const tlsOf = (text: string) => parseDatabaseUrl(text).tls

  test('is verified TLS on other machines, and plain on this one', () => {
    expect(tlsOf('postgres://u@db.example/d')).toEqual({ rootCertFile: null })
    expect(tlsOf('postgres://u@db.example/d?sslrootcert=/ca.pem')).toEqual({ rootCertFile: '/ca.pem' })
    expect(tlsOf('postgres://u@127.0.0.1/d?sslrootcert=/ca.pem')).toEqual({ rootCertFile: '/ca.pem' })
    expect(tlsOf('postgres://u@db.example/d?sslmode=disable')).toBeNull()
    for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(tlsOf(`postgres://u@${host}/d`)).toBeNull()
  })

  test('may name the folder of a Unix socket', () => {
    expect(parseDatabaseUrl('postgresql://u@localhost/d?host=/run/postgresql')).toMatchObject({
      hosts: [{ host: '/run/postgresql', port: 5_432 }],
      tls: null,
    })
  })

  test('may name several hosts, one of which is the primary', () => {
    const text = 'postgres://u@db-1.example:5433,[::1],db-2.example/d?target_session_attrs=read-write'
    const place = parseDatabaseUrl(text)
    expect(place).toMatchObject({
      hosts: [
        { host: 'db-1.example', port: 5_433 },
        { host: '::1', port: 5_432 },
        { host: 'db-2.example', port: 5_432 },
      ],
      tls: { rootCertFile: null },
    })
    expect(nameOfDatabase(place)).toBe('d at db-1.example:5433,[::1]:5432,db-2.example:5432')
    expect(tlsOf('postgres://u@127.0.0.1:1,localhost:2/d')).toBeNull()
  })

  test.for([
    { text: 'sqlite:///d', says: 'it is not a URL of PostgreSQL' },
    { text: 'postgres://u@h', says: 'it names no host, no user or no database' },
    { text: 'postgres://h/d', says: 'it names no host, no user or no database' },
    { text: 'postgres://u@h/d?sslmode=require', says: 'sslmode=require does not verify the server' },
    { text: 'postgres://u@h/d?sslmode=disable&sslrootcert=/ca', says: 'sslrootcert needs sslmode=verify-full' },
    { text: 'postgres://u@h,/d', says: 'it is not a URL of PostgreSQL' },
    { text: 'postgres://u@h,i:port/d', says: 'it is not a URL of PostgreSQL' },
    { text: 'postgres://u@h/d?target_session_attrs=any', says: 'target_session_attrs=any may lead to a standby' },
    { text: 'postgres://u@h/d?password=hunter2', says: 'it has an unknown parameter "password"' },
  ])('is refused: $says', ({ text, says }) => {
    expect(() => parseDatabaseUrl(text)).toThrow(says)
  })
})

const withPassword = 'postgres://service:hunter2@127.0.0.1:1/strongroom'

test.for([
  { how: 'on the command line', args: ['--store', withPassword], env: {} },
  { how: 'in the environment', args: [], env: { STRONGROOM_STORE: withPassword } },
  { how: 'behind a misspelled option', args: [`--stoore=${withPassword}`], env: {} },
])('a password in the URL $how is refused and not repeated', async ({ args, env }) => {
  for (const command of [['serve'], ['config', 'check'], ['token', 'list'], ['store', 'migrate']]) {
    const { status, stdout, stderr } = await strongroom([...command, ...args], { env })
    expect(status).toBe(2)
    expect(stdout + stderr).not.toContain('hunter2')
    expect(stderr).toMatch(/--store-password-file|unknown option/)
  }
})

test('a configuration file may name the database and the file of its password', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'strongroom.conf')
  writeFileSync(file, `store = ${url}\nstore-password-file = ${folder.path}/password\ndata = ${folder.path}/data\n`)
  const { status, stdout } = await strongroom(['config', 'check', '--config', file])
  expect(status).toBe(0)
  expect(stdout).toMatch(new RegExp(`store +${url} +file`))
})

test('a password file that others can read is refused', async () => {
  await using folder = await temporaryFolder()
  const password = join(folder.path, 'password')
  writeFileSync(password, 'hunter2')
  chmodSync(password, 0o644)
  const options = ['--data', join(folder.path, 'data'), '--store', url, '--store-password-file', password]
  const { status, stderr } = await strongroom(['serve', ...options])
  expect(status).toBe(1)
  expect(stderr).toContain(`the password file ${password} is not private. Run: chmod 0400 ${password}`)
  chmodSync(password, 0o600)
  chmodSync(folder.path, 0o777)
  const inOpenFolder = await strongroom(['serve', ...options])
  expect(inOpenFolder.stderr).toContain(`is not private. Run: chmod go-w ${folder.path}`)
  chmodSync(folder.path, 0o700)
  const reached = await strongroom(['serve', ...options])
  expect(reached.stderr, 'control').toContain('strongroom at 127.0.0.1:1: it cannot be reached (ECONNREFUSED)')
})

describe('a password from a descriptor', () => {
  const check = (more: readonly string[], input?: string): Promise<Run> =>
    strongroom(['config', 'check', '--store', url, ...more], input === undefined ? {} : { input })

  test('is the first line that can be read there, and is not shown', async () => {
    const { status, stdout, stderr } = await check(['--store-password-fd', '0'], 'hunter2\n')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/store-password-fd +0 +command line/)
    expect(stdout).not.toContain('hunter2')
  })

  test.for([
    { name: 'of no open file', fd: '999', says: 'it is not open' },
    { name: 'with nothing to read', fd: '0', input: '', says: 'its first line is empty' },
    { name: 'with only a line break', fd: '0', input: '\nhunter2', says: 'its first line is empty' },
    { name: 'with more than any password has', fd: '0', input: 'x'.repeat(70_000), says: 'longer than 64 KiB' },
    { name: 'that is no number', fd: 'three', says: 'It must be the number of an open file descriptor' },
  ])('is refused $name', async ({ fd, input, says }) => {
    const { status, stderr } = await check(['--store-password-fd', fd], input)
    expect(stderr).toContain(says)
    expect(status).toBe(2)
    expect(stderr).not.toContain('hunter2')
  })

  test('excludes a file, wherever either is named', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'strongroom.conf')
    writeFileSync(file, `store = ${url}\nstore-password-fd = 0\n`)
    const env = { STRONGROOM_STORE_PASSWORD_FILE: join(folder.path, 'password') }
    const { status, stderr } = await strongroom(['config', 'check', '--config', file], { env, input: 'hunter2' })
    expect(stderr).toContain('--store-password-file and --store-password-fd exclude each other. Use one of them.')
    expect(status).toBe(2)
    const alone = await strongroom(['config', 'check', '--config', file], { input: 'hunter2' })
    expect(alone.stdout, 'control').toMatch(/store-password-fd +0 +file/)
  })

  test('is refused from a file that others can read', async () => {
    await using folder = await temporaryFolder()
    const password = join(folder.path, 'password')
    const command = ['-c', `exec 3< "$0"; exec "$@" --store-password-fd 3`, password, process.execPath, main]
    const checked = () => run('bash', [...command, 'config', 'check', '--store', url], { env: environment() })
    writeFileSync(password, 'hunter2')
    chmodSync(password, 0o644)
    await expect(checked()).rejects.toMatchObject({ stderr: expect.stringContaining('other users can read its file') })
    chmodSync(password, 0o600)
    expect((await checked()).stdout, 'control').toMatch(/store-password-fd +3/)
  })

  test('signs in to a database as often as a command connects, though a pipe has it once', async ({ skip }) => {
    skip(noPostgres !== null, noPostgres ?? undefined)
    await using folder = await temporaryFolder()
    const database = await emptyDatabase(folder.path, 'descriptor')
    const place = ['--store', database.url, '--store-password-fd', '0', '--data', join(folder.path, 'data')]
    const input = readFileSync(database.passwordFile, 'utf8')
    const token = ['token', 'create', '--name', 'ada', '--role', 'viewer']
    const wrong = await strongroom([...token, ...place], { input: 'hunter2' })
    expect(wrong.stderr, 'control').toContain('it refuses user "owner" or its password')
    expect((await strongroom([...token, ...place], { input })).stderr).toContain('is valid until')
    await using server = await serving(['serve', '--port', '0', '--json', ...place], { input })
    expect((await fetch(`${JSON.parse(server.greeting).url}/readyz`)).status).toBe(200)
  })

  test('is read for a copy from either end', async ({ skip }) => {
    skip(noPostgres !== null, noPostgres ?? undefined)
    await using folder = await temporaryFolder()
    const database = await emptyDatabase(folder.path, 'copy')
    const input = readFileSync(database.passwordFile, 'utf8')
    const from = join(folder.path, 'from')
    const back = join(folder.path, 'back')
    await strongroom(['token', 'create', '--data', from, '--name', 'ada', '--role', 'viewer'])
    for (const ends of [
      [from, database.url],
      [database.url, back],
    ]) {
      const { status, stderr } = await strongroom(['store', 'copy', ...ends, '--store-password-fd', '0'], { input })
      expect(status, stderr).toBe(0)
    }
  })
})

test.for([
  ['backup create', 'pg_dump'],
  ['backup restore', 'pg_restore'],
])('%s works on a data folder, and says what to do with a database', async ([command = '', says]) => {
  await using folder = await temporaryFolder()
  const options = ['--data', join(folder.path, 'data'), '--store', url]
  const { status, stderr } = await strongroom([...command.split(' '), join(folder.path, 'backup.tar'), ...options])
  expect(status).toBe(2)
  expect(stderr).toContain(says)
})

test('a folder with the database of SQLite is not used for a server on PostgreSQL', async () => {
  await using folder = await temporaryFolder()
  await strongroom(['token', 'create', '--data', folder.path, '--name', 'a', '--role', 'viewer'])
  const { status, stderr } = await strongroom(['serve', '--data', folder.path, '--store', url])
  expect(status).toBe(1)
  expect(stderr).toContain('has other files, such as strongroom.db')
})

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nameOfDatabase, parseDatabaseUrl } from '../../server/store/database-place.ts'
import { strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

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
  expect(stderr).toContain(`the password file ${password} is not private`)
  chmodSync(password, 0o600)
  const reached = await strongroom(['serve', ...options])
  expect(reached.stderr, 'control').toContain('strongroom at 127.0.0.1:1: it cannot be reached (ECONNREFUSED)')
})

test.for([
  ['backup create', 'pg_dump'],
  ['backup restore', 'pg_restore'],
  ['demo', 'Omit --store'],
  ['serve --demo', 'Omit --store'],
])('%s works on a data folder, and says what to do with a database', async ([command = '', says]) => {
  await using folder = await temporaryFolder()
  const more = command.startsWith('backup') ? [join(folder.path, 'backup.tar')] : []
  const options = ['--data', join(folder.path, 'data'), '--store', url]
  const { status, stderr } = await strongroom([...command.split(' '), ...more, ...options])
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

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { permissionsOf } from '../../shared/roles.ts'
import { strongroom, strongroomJson } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { putDemo } from './demo-answer.ts'
import { serveFolder } from './serving.ts'

type Created = {
  token: string
  tokenId: number
  name: string
  permissions: string[]
  tenantId: number | null
  expiresAt: string
}
type Listed = Omit<Created, 'token'> & { revokedAt: string | null; state: string }

const statusOf = async (url: string, token: string, path = '/platform/admin/session') =>
  (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).status

const createToken = ['token', 'create', '--name', 'a', '--all']

test('a token created while the server runs works at once, and stops working when it is revoked', async () => {
  await using folder = await temporaryFolder()
  await using server = await serveFolder(folder.path)
  const { url } = server.addresses
  const data = ['--data', folder.path]
  const created = await strongroomJson<Created>(['token', 'create', '--name', 'night shift', '--all', ...data])
  const other = await strongroomJson<Created>(['token', 'create', '--name', 'day shift', '--all', ...data])
  expect(await statusOf(url, created.token)).toBe(200)
  expect(await strongroomJson<Listed[]>(['token', 'revoke', 'night shift', '--yes', ...data])).toMatchObject([
    { tokenId: created.tokenId, state: 'revoked' },
  ])
  expect(await statusOf(url, created.token)).toBe(401)
  expect(await statusOf(url, other.token)).toBe(200)
  expect((await strongroom(['token', 'revoke', `${other.tokenId}`, '--yes', ...data])).status).toBe(0)
  expect(await statusOf(url, other.token)).toBe(401)
})

test('a token is printed only when it is created, and is not stored in the folder', async () => {
  await using folder = await temporaryFolder()
  const { status, stdout, stderr } = await strongroom([...createToken, '--data', folder.path])
  const token = stdout.trim()
  expect(token).toMatch(/^srt_[0-9A-Za-z]{49}$/)
  expect(status).toBe(0)
  expect(stderr).not.toContain(token)
  const list = await strongroom(['token', 'list', '--data', folder.path])
  const body = token.slice(4)
  expect(list.stdout + list.stderr).not.toContain(body)
  let seen = 0
  for (const entry of await readdir(folder.path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    expect(bytes.includes(body)).toBe(false)
    if (bytes.includes('token.created')) seen += 1
  }
  // The search does find what is written: the audit's own words.
  expect(seen).toBeGreaterThan(0)
})

test('a token has the permissions, the tenant and the expiry it was created with', async () => {
  await using folder = await temporaryFolder()
  await putDemo(folder.path)
  const data = ['--data', folder.path]
  const permissions = ['--permission', 'wallets:read', '--permission', 'audit:read']
  const created = await strongroomJson<Created>([
    'token',
    'create',
    '--name',
    'a',
    ...permissions,
    '--tenant',
    '2',
    '--expires-in',
    '12h',
    ...data,
  ])
  expect(created).toMatchObject({ name: 'a', permissions: ['wallets:read', 'audit:read'], tenantId: 2 })
  expect(Math.abs(Date.parse(created.expiresAt) - Date.now() - 12 * 3_600_000)).toBeLessThan(600_000)
  const listed = (await strongroomJson<Listed[]>(['token', 'list', ...data])).find(({ name }) => name === 'a')
  const { token: _token, ...rest } = created
  expect(listed).toMatchObject({ ...rest, revokedAt: null, state: 'valid' })
})

test('a token of a role has its permissions, and the list names the role', async () => {
  await using folder = await temporaryFolder()
  await putDemo(folder.path)
  const data = ['--data', folder.path]
  const create = (name: string, ...options: string[]) =>
    strongroomJson<Created & { role: string | null }>(['token', 'create', '--name', name, ...options, ...data])
  const operator = await create('ada', '--role', 'operator', '--tenant', '1')
  expect(operator).toMatchObject({ role: 'operator', permissions: permissionsOf('operator', 'tenant') })
  const more = await create('ben', '--role', 'viewer', '--permission', 'reserves:read', '--tenant', '1')
  expect(more).toMatchObject({ role: null, permissions: [...permissionsOf('viewer', 'tenant'), 'reserves:read'] })
  const { stdout } = await strongroom(['token', 'list', ...data])
  expect(stdout).toMatch(/ada .* operator *\n/)
  expect(stdout).toMatch(/ben .* custodians:read .*reserves:read *\n/)
})

test.each([
  [['--role', 'tenant-administrator'], /is for one tenant\. Name the tenant with --tenant\./],
  [['--role', 'platform-administrator', '--tenant', '1'], /is for the whole platform\. Omit --tenant/],
  [['--role', 'root'], /It must be one of viewer, operator, /],
  [['--role', 'viewer', '--all'], /--all grants every permission already\. Omit --all, or omit --role/],
  [[], /a token needs a role or permissions\. Name a role with --role \(viewer, /],
])('a token is not created with %j', async (options, says) => {
  await using folder = await temporaryFolder()
  const command = ['token', 'create', '--name', 'a', '--data', folder.path, ...options]
  const { status, stdout, stderr } = await strongroom(command)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(says)
})

test('a token is valid for 90 days by default', async () => {
  await using folder = await temporaryFolder()
  const { expiresAt } = await strongroomJson<Created>([...createToken, '--data', folder.path])
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - 90 * 86_400_000)).toBeLessThan(600_000)
})

test('an expired token is refused and listed as such', async () => {
  await using folder = await temporaryFolder()
  await using server = await serveFolder(folder.path)
  const data = ['--data', folder.path]
  const { token, expiresAt } = await strongroomJson<Created>([
    'token',
    'create',
    '--name',
    'a',
    '--all',
    '--expires-in',
    '1s',
    ...data,
  ])
  await setTimeout(Math.max(0, Date.parse(expiresAt) - Date.now()) + 5)
  expect(await statusOf(server.addresses.url, token)).toBe(401)
  expect(await strongroomJson<Listed[]>(['token', 'list', ...data])).toMatchObject([{ state: 'expired' }])
})

test('an unknown tenant is reported with the known ones', async () => {
  await using folder = await temporaryFolder()
  await putDemo(folder.path)
  const args = ['token', 'create', '--name', 'a', '--all', '--tenant', '7', '--data', folder.path]
  const { status, stdout, stderr } = await strongroom(args)
  expect(stderr).toMatch(/^strongroom: there is no tenant 7\. Known tenants: 1 \(.+\), 2 \(.+\)\.\n$/)
  expect({ status, stdout }).toEqual({ status: 4, stdout: '' })
})

test('revoking an unknown or already revoked token reports it', async () => {
  await using folder = await temporaryFolder()
  const data = ['--data', folder.path]
  await strongroomJson([...createToken, ...data])
  expect((await strongroom(['token', 'revoke', 'b', ...data])).status).toBe(4)
  expect((await strongroom(['token', 'revoke', 'a', '--yes', ...data])).status).toBe(0)
  const { status, stderr } = await strongroom(['token', 'revoke', 'a', '--yes', ...data])
  expect(stderr).toMatch(/^strongroom: no valid token has that name or ID\. See "strongroom token list"[^\n]+\n$/)
  expect(status).toBe(4)
})

test('a token is disabled and enabled while the server runs, by name and by ID', async () => {
  await using folder = await temporaryFolder()
  await using server = await serveFolder(folder.path)
  const data = ['--data', folder.path]
  const { token, tokenId } = await strongroomJson<Created>([...createToken, ...data])
  expect((await strongroom(['token', 'disable', 'a', ...data])).stdout).toBe(`Token ${tokenId} "a" is disabled.\n`)
  expect(await statusOf(server.addresses.url, token)).toBe(401)
  expect(await strongroomJson<Listed[]>(['token', 'list', ...data])).toMatchObject([{ state: 'disabled' }])
  const again = await strongroomJson<Listed[]>(['token', 'disable', 'a', ...data])
  expect(again, 'disabled already').toMatchObject([{ state: 'disabled' }])
  const enabled = await strongroom(['token', 'enable', '--id', `${tokenId}`, ...data])
  expect(enabled.stdout).toBe(`Token ${tokenId} "a" is enabled.\n`)
  expect(await statusOf(server.addresses.url, token)).toBe(200)
})

test('what has ended is neither disabled nor enabled, and a freeze refuses only to enable', async () => {
  await using folder = await temporaryFolder()
  const data = ['--data', folder.path]
  await strongroomJson([...createToken, ...data])
  await strongroomJson(['token', 'revoke', 'a', '--yes', ...data])
  for (const verb of ['disable', 'enable']) {
    const { status, stderr } = await strongroom(['token', verb, 'a', ...data])
    expect(stderr).toMatch(/^strongroom: no valid or disabled token has that name or ID\. See "strongroom token list"/)
    expect(status).toBe(4)
  }
  await strongroomJson([...createToken, ...data])
  expect((await strongroom(['freeze', '--reason', 'drill', '--yes', ...data])).status).toBe(0)
  expect((await strongroom(['token', 'disable', 'a', ...data])).status).toBe(0)
  const refused = await strongroom(['token', 'enable', 'a', ...data])
  expect(refused.stderr).toMatch(/^strongroom: the token was not enabled: [^\n]*drill[^\n]* Thaw it first: /)
  expect(refused.status).toBe(1)
})

test('revoking needs --yes without a terminal, also where one token alone has the name', async () => {
  await using folder = await temporaryFolder()
  const data = ['--data', folder.path]
  const { tokenId } = await strongroomJson<Created>([...createToken, ...data])
  for (const named of [['a'], [`${tokenId}`], ['--id', `${tokenId}`]]) {
    const { status, stdout, stderr } = await strongroom(['token', 'revoke', ...named, ...data])
    expect(stderr).toMatch(/^strongroom: this needs a confirmation, [^\n]*Add --yes to confirm it\.\n$/)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  }
  expect(await strongroomJson<Listed[]>(['token', 'list', ...data])).toMatchObject([{ state: 'valid' }])
  const revoked = await strongroom(['token', 'revoke', '--id', `${tokenId}`, '--yes', ...data])
  expect(revoked.stdout).toBe(`Token ${tokenId} "a" is revoked.\n`)
})

test('tokens can be listed and revoked without the key file', async () => {
  await using folder = await temporaryFolder()
  await using elsewhere = await temporaryFolder()
  const data = ['--data', folder.path]
  await strongroomJson([...createToken, ...data, '--key-file', join(elsewhere.path, 'kek')])
  expect((await strongroom(['token', 'list', ...data])).status).toBe(0)
  expect((await strongroom(['token', 'revoke', 'a', '--yes', ...data])).status).toBe(0)
})

test('a token bound to addresses is shown with them, and is refused elsewhere', async () => {
  await using folder = await temporaryFolder()
  const data = ['--data', folder.path]
  const create = (name: string, ...ranges: string[]) =>
    strongroomJson<Created & { allowedFrom: string[] | null }>([
      'token',
      'create',
      '--name',
      name,
      '--all',
      ...ranges.flatMap((range) => ['--allow-from', range]),
      ...data,
    ])
  const near = await create('near', '127.0.0.1', '2001:DB8::/32')
  const far = await create('far', '10.0.0.0/8,::ffff:192.0.2.0/120')
  expect(near.allowedFrom).toEqual(['127.0.0.1/32', '2001:db8::/32'])
  expect(far.allowedFrom).toEqual(['10.0.0.0/8', '192.0.2.0/24'])
  expect((await create('any')).allowedFrom).toBeNull()
  expect(await strongroomJson<Listed[]>(['token', 'list', ...data])).toMatchObject([
    { allowedFrom: ['127.0.0.1/32', '2001:db8::/32'] },
    { allowedFrom: ['10.0.0.0/8', '192.0.2.0/24'] },
    { allowedFrom: null },
  ])
  const { stdout } = await strongroom(['token', 'list', ...data])
  expect(stdout).toMatch(/near .* 127\.0\.0\.1\/32 2001:db8::\/32 /)
  expect(stdout).toMatch(/any .* anywhere /)
  await using server = await serveFolder(folder.path)
  expect(await statusOf(server.addresses.url, near.token)).toBe(200)
  expect(await statusOf(server.addresses.url, far.token)).toBe(403)
})

test.each([
  ['10.0.0.1/8', 'Did you mean 10.0.0.0/8?'],
  ['2001:db8:1::/32', 'Did you mean 2001:db8::/32?'],
  ['10.0.0.0/33', 'such as 10.0.0.0/8'],
  ['::ffff:10.0.0.0/95', 'such as 10.0.0.0/8'],
  ['localhost', 'such as 10.0.0.0/8'],
  ['10.1', 'such as 10.0.0.0/8'],
  ['010.0.0.1', 'such as 10.0.0.0/8'],
  ['10.0.0.1,', 'such as 10.0.0.0/8'],
  ['', 'such as 10.0.0.0/8'],
])('a token cannot be bound to "%s"', async (range, hint) => {
  await using folder = await temporaryFolder()
  const command = ['token', 'create', '--name', 'a', '--all', '--allow-from', range, '--data', folder.path]
  const { status, stdout, stderr } = await strongroom(command)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain(hint)
})

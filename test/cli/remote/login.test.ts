import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../../harness/fixtures.ts'
import { startTlsServer } from '../../harness/tls-server.ts'
import { openShell } from './shell.ts'

const login = ['login', '--token-file', '-']

test('a token from standard input is checked, stored for this user alone, and used from then on', async ({
  server,
  token,
}) => {
  await using shell = await openShell()
  const { status, stderr } = await shell.run([...login, '--server', server.url], { input: `${token}\n` })
  expect(stderr).toContain('Signed in')
  expect(status).toBe(0)
  const folder = join(shell.home, 'config', 'strongroom-cli')
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) expect(statSync(join(parentPath, name)).mode & 0o777).toBe(0o600)
  expect(
    files.filter(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').includes(token)),
  ).toHaveLength(1)
  const session = await shell.json(['whoami'])
  expect(session).toMatchObject({ status: 0, value: { schemaVersion: 1, value: { tenant: null } } })
  const { stdout } = await shell.run(['status'])
  expect(stdout).toMatch(/state +ready/)
  expect(stderr + stdout + JSON.stringify(session)).not.toContain(token.slice(4))
})

test('a token that the server rejects is not stored', async ({ server, token }) => {
  await using shell = await openShell()
  const wrong = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
  const { status, stderr } = await shell.run([...login, '--server', server.url], { input: wrong })
  expect(stderr).toMatch(/^strongroom: you are not signed in to .*\n$/)
  expect(status).toBe(3)
  expect((await shell.run(['whoami'])).stderr).toContain('no server is set')
})

test.for([
  { url: 'http://strongroom.example', why: 'a token would cross the network unencrypted' },
  { url: 'https://strongroom.example/path', why: 'it has a path' },
  { url: 'https://user:secret@strongroom.example', why: 'it has credentials' },
])('an address is refused before a token is read: $why', async ({ url }) => {
  await using shell = await openShell()
  const { status, stderr } = await shell.run(['login', '--server', url, '--token-file', '/no/such/file'])
  expect(stderr).toContain('It must be https://')
  expect(status).toBe(2)
})

test('profiles are listed, chosen and removed, each with its own token', async ({ server, token }) => {
  await using shell = await openShell()
  const other = await server.token({ name: 'reader', permissions: ['wallets:read'] })
  await shell.run([...login, '--server', server.url], { input: token })
  await shell.run([...login, '--server', server.url, '--profile', 'reader'], { input: other })
  expect((await shell.json(['whoami'])).value).toMatchObject({ value: { tokenName: expect.stringMatching(/^reader/) } })
  expect((await shell.run(['profiles', 'use', 'default'])).status).toBe(0)
  expect((await shell.json(['whoami'])).value).toMatchObject({ value: { tokenName: expect.stringMatching(/^tester/) } })
  const named = await shell.json(['whoami'], { env: { STRONGROOM_PROFILE: 'reader' } })
  expect(named.value).toMatchObject({ value: { permissions: ['wallets:read'] } })
  expect((await shell.run(['logout', '--profile', 'reader'])).status).toBe(0)
  expect((await shell.run(['whoami', '--profile', 'reader'])).status).toBe(4)
  expect((await shell.run(['profiles', 'list', '--csv'])).stdout).toBe(
    `isCurrent,name,url,tokenIn,caFile\r\ntrue,default,${server.url},file,\r\n`,
  )
  expect(readdirSync(join(shell.home, 'config', 'strongroom-cli', 'tokens'))).toEqual(['default'])
})

test('the environment names a server and a token file in place of a profile', async ({ server, token }) => {
  await using shell = await openShell()
  const env = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token) }
  expect((await shell.run(['whoami'], { env })).status).toBe(0)
  expect((await shell.run(['status'], { env: { ...env, STRONGROOM_URL: 'http://127.0.0.1:1' } })).stdout).toMatch(
    /state +unreachable/,
  )
})

test('the token of a profile goes to no other server', async ({ server, token }) => {
  await using shell = await openShell()
  await shell.run([...login, '--server', server.url], { input: token })
  const { status, stderr } = await shell.run(['whoami', '--server', 'http://127.0.0.1:1'])
  expect(stderr).toContain('there is no token for http://127.0.0.1:1')
  expect(status).toBe(2)
  const both = await shell.run(['whoami', '--server', 'http://127.0.0.1:1', '--profile', 'default'])
  expect(both.stderr).toContain('Use --server or --profile, not both')
})

test('a stored token that other users may read is not used', async ({ server, token }) => {
  await using shell = await openShell()
  await shell.run([...login, '--server', server.url], { input: token })
  chmodSync(join(shell.home, 'config', 'strongroom-cli', 'tokens', 'default'), 0o644)
  const { status, stderr } = await shell.run(['whoami'])
  expect(stderr).toContain('chmod 600')
  expect(status).toBe(3)
})

test('a token that cannot be stored is reported with what to do instead', async ({ server, token }) => {
  await using shell = await openShell()
  mkdirSync(join(shell.home, 'config', 'strongroom-cli'), { recursive: true })
  shell.file('config/strongroom-cli/tokens', 'a file where a folder should be')
  const { status, stderr } = await shell.run([...login, '--server', server.url], { input: token })
  expect(stderr).toMatch(/tokens.default cannot be written \(EEXIST\)\. Set XDG_CONFIG_HOME/)
  expect(status).toBe(1)
  expect((await shell.run(['whoami'])).stderr).toContain('no server is set')
})

test('a certificate is trusted through the authority of the profile alone', async () => {
  await using server = await startTlsServer()
  const token = await server.token()
  await using shell = await openShell()
  const url = server.url.replace('127.0.0.1', 'localhost')
  const untrusted = await shell.run([...login, '--server', url], { input: token })
  expect(untrusted.stderr).toMatch(/self-signed.*--ca-file/)
  expect(untrusted.status).toBe(1)
  const caFile = shell.file('ca.pem', server.certificate)
  expect((await shell.run([...login, '--server', url, '--ca-file', caFile], { input: token })).status).toBe(0)
  const insecure = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  expect((await shell.run(['whoami'])).status).toBe(0)
  const other = await shell.run([...login, '--server', url, '--profile', 'b'], { input: token, env: insecure })
  expect(other.status).toBe(1)
})

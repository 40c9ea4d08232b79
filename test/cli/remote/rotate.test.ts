import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from 'vitest'
import { ended } from '../../harness/cli.ts'
import { startFaultProxy } from '../../harness/fault-proxy.ts'
import { test } from '../../harness/fixtures.ts'
import { custodians } from '../../harness/seed.ts'
import type { TestServer } from '../../harness/server.ts'
import { openShell, type Shell } from './shell.ts'

const custodian = custodians.large
const tokenFileOf = (shell: Shell, token: string) => shell.file('token', token)

/** The arguments of a rotation to new credentials that the provider knows. */
async function rotation(server: TestServer, { shell, url, token }: { shell: Shell; url: string; token: string }) {
  const credentials = await server.credentials('copper', { account: 'the one account' })
  const file = shell.file('keys.json', JSON.stringify(credentials))
  const at = ['--server', url, '--token-file', tokenFileOf(shell, token)]
  return { args: ['rotate', custodian, '--credentials', file, ...at], credentials, at }
}

const versionOf = async (server: TestServer, token: string) =>
  (await server.trpc(token).custodians.list.query({})).find(({ id }) => id === custodian)?.credentialVersion ?? 0

test('keys are rotated, and rejected ones are reported with their facts and exit code 5', async ({ server, token }) => {
  await using shell = await openShell()
  const { args } = await rotation(server, { shell, url: server.url, token })
  const before = await versionOf(server, token)
  expect(await shell.json(args)).toMatchObject({
    status: 0,
    value: { value: { success: true, rotation: { outcome: 'stored', keyId: expect.stringContaining('fp:') } } },
  })
  expect(await versionOf(server, token)).toBe(before + 1)
  shell.file('keys.json', JSON.stringify({ apiKey: 'unknown-key', secretApiKey: 'unknown-secret' }))
  const rejected = await shell.json(args)
  expect(rejected).toMatchObject({
    status: 5,
    value: { error: { exitCode: 5, verdict: 'wrong-credentials', changed: 'nothing', provider: 'copper' } },
  })
  expect(await shell.json(['validate', ...args.slice(1)])).toMatchObject({
    status: 5,
    value: { error: { verdict: 'wrong-credentials' } },
  })
  expect(await versionOf(server, token)).toBe(before + 1)
})

test('a rotation names the active key, and the previous one to revoke at its provider', async ({ server, token }) => {
  await using shell = await openShell()
  const { args, credentials, at } = await rotation(server, { shell, url: server.url, token })
  const client = server.trpc(token).custodians
  const keyIdNow = async () => (await client.get.query({ custodianId: custodian })).keyId ?? ''
  await shell.run(args)
  const previous = await keyIdNow()
  expect(previous).toMatch(/^\.\.\.\S{4} fp:/)
  const same = await shell.run(args)
  expect(same.stdout).toContain(`\nActive key: ${previous}\n`)
  expect(same.stdout, 'the keys are unchanged').not.toContain('Revoke')

  shell.file('keys.json', JSON.stringify(await server.credentials('copper', { account: 'the one account' })))
  const first = await shell.run([...args, '--idempotency-key', 'change-1'])
  const active = await keyIdNow()
  expect(active).not.toBe(previous)
  const lines = [
    `Active key: ${active}`,
    `Previous key: ${previous}`,
    `Revoke the previous key ${previous.split(' ')[0]} at Copper. It is no longer used here.`,
  ]
  expect(first.stdout).toContain(`\n${lines.join('\n')}\n`)
  const again = await shell.run([...args, '--idempotency-key', 'change-1'])
  expect(again.stdout, 'a repetition says the same').toBe(first.stdout)
  expect(first.stdout + first.stderr).not.toContain(credentials.secretApiKey)

  const list = ['rotations', custodian, '--limit', '1', ...at]
  const { stdout } = await shell.run(list)
  expect(stdout).toMatch(/NEW KEY +PREVIOUS KEY/)
  expect(stdout).toMatch(new RegExp(`${RegExp.escape(active)} +${RegExp.escape(previous)}`))
  expect((await shell.run([...list, '--csv'])).stdout).toContain(`,keyId,previousKeyId,`)
})

test('where the record may not be read, a rotation names no key and says where they are', async ({ server, token }) => {
  await using shell = await openShell()
  const { args } = await rotation(server, { shell, url: server.url, token })
  const { tenantId } = await server.trpc(token).custodians.get.query({ custodianId: custodian })
  const permissions = ['custodians:update'] as const
  shell.file('token', await server.token({ permissions, tenantId }))
  const { status, stdout } = await shell.run(args)
  expect(stdout).toContain(`See "strongroom rotations ${custodian}" before you revoke any keys.`)
  expect(status).toBe(0)
})

test('a rotation whose answer is lost is found by its key, and its real outcome reported', async ({
  server,
  token,
}) => {
  await using shell = await openShell()
  await using proxy = await startFaultProxy(server.url)
  proxy.loseAnswersOf('updateApiKeys')
  const { args } = await rotation(server, { shell, url: proxy.url, token })
  const before = await versionOf(server, token)
  const stored = await shell.json(args)
  expect(stored).toMatchObject({
    status: 0,
    value: { value: { success: true, rotation: { outcome: 'stored', custodianId: custodian } } },
  })
  expect(await versionOf(server, token)).toBe(before + 1)
  shell.file('keys.json', JSON.stringify({ apiKey: 'unknown-key', secretApiKey: 'unknown-secret' }))
  expect(await shell.json(args)).toMatchObject({
    status: 5,
    value: { error: { changed: 'nothing', verdict: 'wrong-credentials', message: expect.stringContaining('refused') } },
  })
  expect(await versionOf(server, token)).toBe(before + 1)
})

test('a request that did not arrive has an unknown outcome, and the same key rotates once', async ({
  server,
  token,
}) => {
  await using shell = await openShell()
  await using proxy = await startFaultProxy(server.url)
  proxy.swallow('updateApiKeys')
  const { args } = await rotation(server, { shell, url: proxy.url, token })
  const before = await versionOf(server, token)
  const lost = await shell.json([...args, '--timeout', '2'])
  expect(lost).toMatchObject({ status: 6, value: { error: { changed: 'unknown', exitCode: 6 } } })
  const { error } = lost.value as { error: { idempotencyKey: string; nextStep: string } }
  expect(error.nextStep).toContain(`--idempotency-key ${error.idempotencyKey}`)
  expect(await versionOf(server, token)).toBe(before)
  proxy.restore()
  const again = [...args, '--idempotency-key', error.idempotencyKey]
  for (const status of [0, 0]) expect((await shell.run(again)).status).toBe(status)
  expect(await versionOf(server, token)).toBe(before + 1)
})

test('where the outcome cannot be read it is reported as unknown, although the keys are stored', async ({
  server,
  token,
}) => {
  await using shell = await openShell()
  await using proxy = await startFaultProxy(server.url)
  proxy.breakAt('updateApiKeys')
  const { args } = await rotation(server, { shell, url: proxy.url, token })
  const before = await versionOf(server, token)
  const { status, stderr } = await shell.run([...args, '--timeout', '2'])
  expect(stderr).toContain('it is not known whether the keys')
  expect(stderr).toContain('Revoke no keys at the provider')
  expect(status).toBe(6)
  expect(await versionOf(server, token)).toBe(before + 1)
})

test('a server that refuses the connection has changed nothing, for certain', async ({ server, token }) => {
  await using shell = await openShell()
  const { args } = await rotation(server, { shell, url: 'http://127.0.0.1:1', token })
  expect(await shell.json([...args, '--tenant', '2'])).toMatchObject({
    status: 1,
    value: { error: { code: 'Unreachable', changed: 'nothing' } },
  })
})

test('keys and token are in no list of processes and no environment while they are sent', async ({ server, token }) => {
  await using shell = await openShell()
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const { args, credentials } = await rotation(server, { shell, url, token })
  const connected = once(silent, 'connection')
  const child = shell.start([...args.map((each) => (each.endsWith('keys.json') ? '-' : each)), '--tenant', '2'], {
    input: JSON.stringify(credentials),
  })
  await connected
  const seen = ['cmdline', 'environ'].map((name) => `/proc/${child.pid}/${name}`)
  const text = seen.map((file) => (existsSync(file) ? readFileSync(file, 'latin1') : url)).join('\n')
  expect(text).toContain(url)
  for (const secret of [token, credentials.apiKey, credentials.secretApiKey]) expect(text).not.toContain(secret)
  child.kill('SIGINT')
  const { status, stderr } = await ended(child)
  expect(stderr).toContain('it is not known whether the keys')
  for (const secret of [token, credentials.apiKey, credentials.secretApiKey]) expect(stderr).not.toContain(secret)
  expect(status).toBe(6)
  silent.close()
})

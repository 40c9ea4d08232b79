import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { ownToken } from '../../../desktop/main/local/own-token.ts'
import { formOfToken } from '../../../shared/operator-token.ts'
import { Secret } from '../../../shared/secret.ts'
import { strongroomJson } from '../../harness/cli.ts'
import { bundleForTests } from './bundle.ts'
import { contentOf, type LocalConsole, last, openLocalConsole } from './local-console.ts'

const bundle = bundleForTests()

async function startWithToken(desk: LocalConsole): Promise<Secret> {
  const started = await desk.server.start({ withDemo: false })
  if (!started.ok) throw new Error(started.error.message)
  const own = await ownToken({ fork: desk.fork, folder: desk.server.folder(), url: started.value.url }, desk.tokens)
  if (!own.ok) throw new Error(own.error.message)
  return own.value
}

const statusFor = async ({ server }: LocalConsole, token: Secret) => {
  const headers = { authorization: `Bearer ${token.reveal()}` }
  return (await fetch(`${server.state().url}/platform/admin/tenants`, { headers })).status
}

const states = async ({ dataRoot }: LocalConsole) => {
  const list = await strongroomJson<{ name: string; state: string }[]>([
    'token',
    'list',
    '--data',
    join(dataRoot, 'local'),
  ])
  return list.map(({ name, state }) => `${name}: ${state}`)
}

test('the first start creates a token with every permission and passes it to the vault', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const token = await startWithToken(desk)
  expect(formOfToken(token.reveal())).toBe('whole')
  expect(await statusFor(desk, token)).toBe(200)
  expect(desk.tokens.kept.get(false)).toBe(token)
})

test('the local token survives a kill of the server, and the next start keeps it', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const token = await startWithToken(desk)
  process.kill(last(desk.children.filter((_, index) => desk.commandLines[index]?.[0] === 'serve')).pid ?? 0, 'SIGKILL')
  await expect.poll(() => desk.server.state().lastEnd).not.toBe(null)
  await expect.poll(() => desk.server.state().status).toBe('running')
  expect(await statusFor(desk, token)).toBe(200)
  await desk.server.stop()
  expect((await startWithToken(desk)).reveal()).toBe(token.reveal())
  expect(await states(desk)).toEqual(['desktop console: valid'])
})

test('a lost local token is replaced and revoked, and other tokens stay valid', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const lost = await startWithToken(desk)
  await strongroomJson(['token', 'create', '--name', 'auditor', '--all', '--data', join(desk.dataRoot, 'local')])
  desk.tokens.kept.clear()
  const token = await startWithToken(desk)
  expect(await statusFor(desk, token)).toBe(200)
  expect(await statusFor(desk, lost)).toBe(401)
  expect((await states(desk)).toSorted()).toEqual([
    'auditor: valid',
    'desktop console: revoked',
    'desktop console: valid',
  ])
})

test('a revoked or soon expiring local token is replaced at the next start', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const revoked = await startWithToken(desk)
  const data = ['--data', join(desk.dataRoot, 'local')]
  await strongroomJson(['token', 'revoke', 'desktop console', '--yes', ...data])
  const second = await startWithToken(desk)
  expect(second.reveal()).not.toBe(revoked.reveal())
  const soon = ['--name', 'desktop console', '--all', '--expires-in', '5d', '--replace']
  const { token } = await strongroomJson<{ token: string }>(['token', 'create', ...soon, ...data])
  desk.tokens.kept.set(false, new Secret(token))
  expect((await startWithToken(desk)).reveal()).not.toBe(token)
})

test('the local token is in no file, log or command line', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const token = (await startWithToken(desk)).reveal()
  const seen = () =>
    [contentOf(desk.dataRoot), desk.server.log().join('\n'), desk.commandLines.flat().join('\n')].join('\n')
  expect(seen()).toContain('desktop console')
  expect(seen()).not.toContain(token)
  await writeFile(join(desk.dataRoot, 'control'), token)
  expect(seen()).toContain(token)
})

/** A proxy as the environment names one, through which everything goes that asks for it; it only hears. */
async function proxyOfTheEnvironment() {
  const before = getGlobalDispatcher()
  const asked: (string | undefined)[] = []
  const proxy = createServer(({ url }, response) => {
    asked.push(url)
    response.end()
  })
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url)
    socket.destroy()
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  setGlobalDispatcher(
    new EnvHttpProxyAgent({ httpProxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, noProxy: '' }),
  )
  onTestFinished(() => {
    setGlobalDispatcher(before)
    proxy.close()
  })
  return asked
}

test('the local token is sent directly to the local server, without the proxy of the environment', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const token = await startWithToken(desk)
  const asked = await proxyOfTheEnvironment()
  expect((await startWithToken(desk)).reveal()).toBe(token.reveal())
  expect(asked).toEqual([])
  await fetch(`${desk.server.state().url}/livez`).catch(() => null) // the control: what asks the environment goes there
  expect(asked).not.toEqual([])
})

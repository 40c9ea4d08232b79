import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { main } from '../../harness/cli.ts'
import { test } from '../../harness/fixtures.ts'
import { custodians } from '../../harness/seed.ts'
import { hasTerminal, keys, openTerminal, type Terminal } from '../../harness/terminal.ts'
import { openShell, type Shell } from './shell.ts'

const reason = 'not installed here: script of util-linux'

const atTerminal = (shell: Shell, args: readonly string[], env: NodeJS.ProcessEnv = {}): Terminal =>
  openTerminal([process.execPath, main, ...args], { ...shell.env, ...env })

const answering = (text: string) => `${text}${keys.enter}`

test('a program that does not hide what is typed shows it on this terminal', async ({ skip }) => {
  skip(!hasTerminal, reason)
  await using terminal = openTerminal(['sh', '-c', 'echo ready; read -r line; echo done'])
  await terminal.type(answering('typed secret'), 'ready')
  expect(await terminal.ended).toBe(0)
  expect(terminal.screen()).toContain('typed secret')
})

test('login asks for the token without showing it', async ({ server, token, skip }) => {
  skip(!hasTerminal, reason)
  await using shell = await openShell()
  await using terminal = atTerminal(shell, ['login', '--server', server.url])
  await terminal.type(answering(token), 'Operator token (hidden): ')
  expect(await terminal.ended).toBe(0)
  expect(terminal.screen()).toContain('Signed in')
  expect(terminal.screen()).not.toContain(token.slice(4, 12))
  expect((await shell.run(['whoami'])).status).toBe(0)
})

test.for([
  {
    typed: `srt_${keys.interrupt}`,
    name: 'Ctrl+C',
    status: 130,
    says: 'the command was interrupted. Nothing was changed',
  },
  { typed: keys.end, name: 'Ctrl+D', status: 2, says: 'nothing was entered. Nothing was changed' },
])('$name at a prompt ends the command and stores nothing', async ({ typed, status, says }, { server, skip }) => {
  skip(!hasTerminal, reason)
  await using shell = await openShell()
  await using terminal = atTerminal(shell, ['login', '--server', server.url])
  await terminal.type(typed, 'Operator token (hidden): ')
  expect(await terminal.ended).toBe(status)
  expect(terminal.screen()).toContain(says)
  expect(terminal.screen()).not.toContain('srt_')
  expect(existsSync(join(shell.home, 'config'))).toBe(false)
})

test('keys are typed without being shown, a PEM key in all its lines, and are stored only after a yes', async ({
  server,
  token,
  skip,
}) => {
  skip(!hasTerminal, reason)
  await using shell = await openShell()
  const access = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token) }
  const { apiKey, secretApiKey } = await server.credentials('fireblocks')
  const versionNow = async () =>
    (await server.trpc(token).custodians.get.query({ custodianId: custodians.fireblocks })).credentialVersion
  const before = await versionNow()
  for (const { answer, status, stored } of [
    { answer: 'no', status: 1, stored: 0 },
    { answer: 'yes', status: 0, stored: 1 },
  ]) {
    await using terminal = atTerminal(shell, ['rotate', custodians.fireblocks], access)
    await terminal.type(answering(apiKey), 'New API key (hidden): ')
    await terminal.type(answering(secretApiKey.trim().replaceAll('\n', keys.enter)), 'New API secret (hidden): ')
    await terminal.type(answering(answer), '[y/N] ')
    expect(await terminal.ended).toBe(status)
    for (const secret of [apiKey, ...secretApiKey.split('\n').filter(Boolean)])
      expect(terminal.screen()).not.toContain(secret)
    expect(await versionNow()).toBe(before + stored)
  }
})

test('what cannot be undone happens only after a yes', async ({ server, token, skip }) => {
  skip(!hasTerminal, reason)
  await using shell = await openShell()
  const access = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token) }
  const { id } = await server.trpc(token).tenants.create.mutate({ name: 'Gone \u202e Trust' })
  const exists = async () => (await server.trpc(token).tenants.list.query({})).some((tenant) => tenant.id === id)
  for (const { answer, status, isThere } of [
    { answer: '', status: 1, isThere: true },
    { answer: 'y', status: 0, isThere: false },
  ]) {
    await using terminal = atTerminal(shell, ['tenants', 'delete', id], access)
    await terminal.type(answering(answer), '[y/N] ')
    expect(await terminal.ended).toBe(status)
    expect(terminal.screen()).toContain(`Delete tenant ${id} "Gone [U+202E] Trust"? This cannot be undone`)
    expect(await exists()).toBe(isThere)
  }
})

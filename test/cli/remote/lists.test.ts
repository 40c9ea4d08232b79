import { stripVTControlCharacters } from 'node:util'
import { expect } from 'vitest'
import { z } from 'zod'
import { operations } from '../../../shared/operations.ts'
import { unseenCharacter } from '../../../shared/unseen-characters.ts'
import { main } from '../../harness/cli.ts'
import { test } from '../../harness/fixtures.ts'
import { custodians, id, tenants } from '../../harness/seed.ts'
import { hasTerminal, openTerminal } from '../../harness/terminal.ts'
import { administrator, openShell } from './shell.ts'

const commands = [
  { args: ['custodians', 'list'], operation: 'custodians.list', csv: 'id,name,tenantId,provider,' },
  { args: ['tenants', 'list'], operation: 'tenants.list', csv: 'id,name,disabled,version\r\n1,First Trust,false,1' },
  { args: ['rotations', custodians.copper], operation: 'custodians.rotations', csv: 'startedAt,outcome,' },
  { args: ['wallets', custodians.large], operation: 'custodians.wallets', csv: 'walletId,network,address,' },
  { args: ['wallets', 'show', '201'], operation: 'wallets.get', csv: null },
  { args: ['networks', 'list'], operation: 'networks.list', csv: 'id,name,version,disabled\r\n1,Ethereum,1' },
  {
    args: ['chain-tokens', 'list'],
    operation: 'chainTokens.list',
    csv: 'id,symbol,blockchainId,contractAddress,decimals,version,disabled\r\n1,USDX,1,0xaaa',
  },
  {
    args: ['reserve-accounts', 'list'],
    operation: 'reserveAccounts.list',
    csv: 'id,name,blockchainId,address,version,disabled\r\n1,Cold,1,0x111',
  },
  { args: ['webhooks', 'list'], operation: 'webhooks.list', csv: 'id,name,url,eventTypes,tenantIds,' },
  { args: ['reserves'], operation: 'reports.reserves', csv: 'tokenSymbol,blockchain,reserveAmount,' },
  { args: ['search', 'vault'], operation: 'search.find', csv: 'kind,id,name,tenantId,custodianId,details\r\nwallet,' },
  { args: ['tokens', 'list'], operation: 'tokens.list', csv: 'id,name,state,tenantId,' },
  { args: ['freezes', 'list'], operation: 'freezes.list', csv: 'tenantId,frozenBy,frozenAt,reason\r\n' },
  { args: ['whoami'], operation: 'session.whoAmI', csv: null },
] as const

test.for(commands)('$args prints the answer of its operation', async ({ args, operation, csv }, { server, token }) => {
  await using shell = await openShell()
  const env = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token) }
  const { status, value } = await shell.json(args, { env })
  const { schemaVersion, value: answer } = value as { schemaVersion: number; value: unknown }
  expect({ status, schemaVersion }).toEqual({ status: 0, schemaVersion: 1 })
  z.parse(operations[operation].output, answer)
  if (csv) expect((await shell.run([...args, '--csv'], { env })).stdout).toContain(csv)
})

test('IDs keep all their digits, in every form', async ({ server, token }) => {
  await using shell = await openShell()
  const env = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token) }
  const shown = await shell.run(['custodians', 'show', custodians.large], { env })
  expect(shown.stdout).toMatch(new RegExp(`^id +${custodians.large}\n`))
  const { value } = await shell.json(['audit', 'list', '--custodian', custodians.large, '--limit', '2000'], { env })
  expect((value as { value: unknown }).value).toEqual([])
})

test('a name cannot write to the terminal', async ({ server, token }) => {
  await using shell = await openShell()
  const name = 'Red \u001b[31m\u202egnp\u009b2J'
  await server.app.store.putTenants([{ tenantId: id(77), name }])
  const env = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token), FORCE_COLOR: '0' }
  const { stdout } = await shell.run(['tenants', 'list'], { env })
  expect(stdout).toContain('Red [U+001B][31m[U+202E]gnp[U+009B]2J')
  const json = await shell.run(['tenants', 'list', '--json'], { env })
  for (const text of [stdout, json.stdout]) expect(unseenCharacter.test(text.replaceAll('\n', ''))).toBe(false)
  expect(JSON.parse(json.stdout)).toMatchObject({ value: expect.arrayContaining([expect.objectContaining({ name })]) })
})

test('a missing permission is exit code 3, a missing custodian 4', async ({ server }) => {
  await using shell = await openShell()
  const token = await server.token({ permissions: ['custodians:read'], tenantId: tenants.first })
  const env = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token) }
  const forbidden = await shell.json(['audit', 'list'], { env })
  expect(forbidden).toMatchObject({ status: 3, value: { error: { code: 'Forbidden', exitCode: 3 } } })
  expect((await shell.run(['custodians', 'show', custodians.large], { env })).status).toBe(4)
  expect((await shell.run(['rotations', '999'], { env })).status).toBe(4)
})

test('one token is shown with its last use and its version', async ({ server, token }) => {
  await using shell = await administrator({ server, token })
  const { id: tokenId } = (await server.trpc(token).tokens.list.query({})).find(({ isOwn }) => isOwn) ?? {}
  const shown = await shell.run(['tokens', 'show', `${tokenId}`])
  expect(shown.stdout).toMatch(new RegExp(`^id +${tokenId}\nname +tester`))
  expect(shown.stdout).toMatch(/\nlast used +\S.*\n(.*\n)*version +1\n(.*\n)*own +yes\n/)
  const { value } = await shell.json(['tokens', 'show', `${tokenId}`])
  z.parse(operations['tokens.get'].output, (value as { value: unknown }).value)
  expect((await shell.run(['tokens', 'show', '999'])).status).toBe(4)
})

test('the audit is listed by the request that led to it', async ({ server, token }) => {
  await using shell = await administrator({ server, token })
  const create = ['tenants', 'create', '--name']
  for (const name of ['North', 'South']) expect((await shell.run([...create, name])).status).toBe(0)
  const { records } = await server.trpc(token).audit.list.query({ kind: 'tenant.created', limit: 1 })
  const requestId = `${records[0]?.requestId}`
  const { value } = await shell.json(['audit', 'list', '--request-id', requestId])
  expect(value).toMatchObject({ value: records.map(({ sequence }) => ({ sequence, requestId })) })
  const wrong = await shell.run(['audit', 'list', '--request-id', 'a b'])
  expect(wrong.stderr).toContain('It must be an ID from a request-id header')
  expect(wrong.status).toBe(2)
})

test.for([
  ['is coloured', {}],
  ['has no colour with NO_COLOR', { NO_COLOR: '1' }],
] as const)('on a terminal a list is no wider than it, and %s', async ([_, more], { server, token, skip }) => {
  skip(!hasTerminal, 'not installed here: script of util-linux')
  await using shell = await openShell()
  const env = { ...shell.env, STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token), ...more }
  const inEighty = 'unset FORCE_COLOR CI; stty cols 80; exec "$0" "$@"'
  await using terminal = openTerminal(['sh', '-c', inEighty, process.execPath, main, 'custodians', 'list'], env)
  expect(await terminal.ended).toBe(0)
  const lines = terminal.screen().trimEnd().split(/\r?\n/)
  expect(lines.pop()).toMatch(/^Not shown in this width: rotations, last rotated, key id, last checked, disabled\. /)
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.map((line) => stripVTControlCharacters(line).length).filter((length) => length > 80)).toEqual([])
  expect(terminal.screen() !== stripVTControlCharacters(terminal.screen())).toBe(!('NO_COLOR' in more))
})

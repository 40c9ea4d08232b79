import { expect } from 'vitest'
import { startFaultProxy } from '../../harness/fault-proxy.ts'
import { test } from '../../harness/fixtures.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import type { TestServer } from '../../harness/server.ts'
import { administrator, facts } from './shell.ts'

test('a tenant is created, changed, disabled, enabled and deleted, each based on its version', async ({
  server,
  token,
}) => {
  await using shell = await administrator({ server, token })
  const created = await shell.json(['tenants', 'create', '--name', 'Third Trust', '--id', '71'])
  expect(created).toMatchObject({ status: 0, value: { schemaVersion: 1, value: { id: '71', version: 1 } } })
  const changed = await shell.run(['tenants', 'update', '71', '--name', 'Third Bank'])
  expect(changed).toMatchObject({ status: 0, stdout: 'Tenant 71 "Third Bank" is changed; its version is 2.\n' })
  expect((await shell.run(['tenants', 'update', '71', '--name', 'Third Bank'])).stdout).toContain('is unchanged')
  expect(await shell.json(['tenants', 'disable', '71', '--version', '2'])).toMatchObject({
    status: 0,
    value: { value: { disabled: true, version: 3 } },
  })
  expect((await shell.run(['tenants', 'enable', '71'])).stdout).toContain('is enabled; its version is 4')
  const unconfirmed = await shell.run(['tenants', 'delete', '71'])
  expect(unconfirmed.stderr).toContain('Add --yes')
  expect(unconfirmed.status).toBe(2)
  expect((await shell.run(['tenants', 'delete', '71', '--yes'])).status).toBe(0)
  expect((await shell.run(['tenants', 'show', '71'])).status).toBe(4)
  const inUse = await shell.json(['tenants', 'delete', tenants.first, '--yes'])
  expect(inUse.status).toBe(1)
  expect(facts(inUse.value)).toMatchObject({
    code: 'InUse',
    changed: 'nothing',
    info: ['custodians: 2', expect.anything()],
  })
})

test('a stale version is refused with who changed what, and what to do', async ({ server, token }) => {
  await using shell = await administrator({ server, token })
  const other = server.trpc(await server.token({ name: 'ada \u202eevil' }))
  const { id } = await other.tenants.create.mutate({ name: 'North' })
  await other.tenants.update.mutate({ tenantId: id, version: 1, name: 'South' })
  const { status, stderr } = await shell.run(['tenants', 'update', id, '--name', 'East', '--version', '1'])
  expect(stderr).toMatch(/its version is 2, not 1; ada \[U\+202E\]evil changed it at .* \(name "North" -> "South"\)\./)
  expect(stderr).toContain('add --version 2')
  expect(status).toBe(1)
  const { value } = await shell.json(['tenants', 'disable', id, '--version', '1'])
  expect(facts(value)).toMatchObject({
    code: 'PreconditionFailed',
    changed: 'nothing',
    current: { name: 'South', version: 2 },
    changes: [{ kind: 'tenant.changed' }],
  })
})

test('a custodian is administered, and its pinned account is forgotten only with a confirmation', async ({
  server,
  token,
}) => {
  await using shell = await administrator({ server, token })
  const wanted = ['--tenant', tenants.first, '--name', 'Cold storage', '--provider', 'copper', '--id', '4711']
  expect(await shell.json(['custodians', 'create', ...wanted])).toMatchObject({
    status: 0,
    value: { value: { version: 1 } },
  })
  const again = await shell.json(['custodians', 'create', ...wanted])
  expect(again.status).toBe(1)
  expect(facts(again.value)).toMatchObject({ code: 'AlreadyExists', changed: 'nothing' })
  expect((await shell.run(['custodians', 'update', '4711'])).status).toBe(2)
  const forgetting = ['custodians', 'update', '4711', '--forget-pinned-account']
  expect((await shell.run(forgetting)).stderr).toContain('Add --yes')
  expect((await shell.run([...forgetting, '--yes', '--name', 'Colder'])).stdout).toContain('"Colder" is changed')
  await shell.run(['custodians', 'disable', '4711'])
  const { stdout } = await shell.run(['custodians', 'list', '--csv'])
  expect(stdout).toMatch(
    /^id,name,tenantId,provider,state,credentialVersion,lastRotatedAt,keyId,lastCheckedAt,disabled\r\n/,
  )
  expect(stdout).toContain('4711,Colder,1,copper,no-credentials,0,,,,true\r\n')
  expect((await shell.run(['custodians', 'show', '4711'])).stdout).toMatch(/disabled +yes\n/)
})

test('a token is shown once, on standard output alone, and works until it is revoked', async ({ server, token }) => {
  await using shell = await administrator({ server, token })
  const wanted = [
    '--name',
    'night-shift',
    '--role',
    'operator',
    '--permission',
    'audit:read',
    '--tenant',
    tenants.first,
  ]
  const created = await shell.run(['tokens', 'create', ...wanted])
  expect(created.stdout).toMatch(/^srt_\w+\n$/)
  expect(created.stderr).not.toContain('srt_')
  const env = { STRONGROOM_TOKEN_FILE: shell.file('night', created.stdout) }
  const session = await shell.json(['whoami'], { env })
  expect(session.value).toMatchObject({ value: { tokenName: 'night-shift', tenant: { id: tenants.first } } })
  const refused = await shell.json(['tokens', 'create', '--name', 'more', '--role', 'viewer'], { env })
  expect(refused.status).toBe(3)
  const listed = await shell.json(['tokens', 'list', '--name', 'night-shift'])
  const [{ id, allowedFrom }] = (listed.value as { value: [{ id: string; allowedFrom: unknown }] }).value
  expect(allowedFrom).toBeNull()
  const limits = ['--allow-from', '10.0.0.0/8', '--expires-in', '1d']
  expect((await shell.run(['tokens', 'update', id, ...limits])).status).toBe(0)
  expect((await shell.run(['tokens', 'list', '--expiring', '2d'])).stdout).toContain('10.0.0.0/8')
  await shell.run(['tokens', 'update', id, '--allow-anywhere'])
  const stale = await shell.run(['tokens', 'update', id, '--expires-in', '2d', '--version', '1'])
  expect(stale.stderr).toMatch(
    /not 1; tester.* changed it at .*allowedFrom "10\.0\.0\.0\/8" -> "".*See "strongroom tokens show \d+"/,
  )
  const revoke = ['tokens', 'revoke', '--name', 'night-shift', '--reason', 'left']
  expect((await shell.run(revoke)).stderr).toContain('Add --yes')
  expect((await shell.run(['whoami'], { env })).status).toBe(0)
  expect((await shell.run([...revoke, '--yes'])).stdout).toBe(`Token ${id} "night-shift" is revoked.\n`)
  expect((await shell.run(['whoami'], { env })).status).toBe(3)
  expect((await shell.run([...revoke, '--yes'])).status).toBe(4)
})

test('a token is disabled and enabled; the own one asks, and a disabled one is revoked by its name', async ({
  server,
  token,
}) => {
  await using shell = await administrator({ server, token })
  const { value } = await shell.json(['tokens', 'create', '--name', 'maybe lost', '--role', 'viewer'])
  const created = (value as { value: { id: string; token: string } }).value
  const env = { STRONGROOM_TOKEN_FILE: shell.file('maybe', created.token) }
  expect((await shell.run(['whoami'], { env })).status).toBe(0)
  const disabled = await shell.run(['tokens', 'disable', created.id])
  expect(disabled.stdout).toBe(`Token ${created.id} "maybe lost" is disabled; its version is 2.\n`)
  expect(await shell.run(['whoami'], { env })).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('token is disabled'),
  })
  expect((await shell.run(['tokens', 'list', '--state', 'disabled', '--csv'])).stdout).toContain('maybe lost,disabled')
  await shell.run(['tokens', 'enable', created.id])
  expect((await shell.run(['whoami'], { env })).status).toBe(0)
  const [own] = await server.trpc(token).tokens.list.query({})
  const ofOwn = await shell.run(['tokens', 'disable', own?.id ?? ''])
  expect(ofOwn).toMatchObject({ status: 2, stderr: expect.stringContaining('Add --yes') })
  await shell.run(['tokens', 'disable', created.id])
  const revoke = ['tokens', 'revoke', '--name', 'maybe lost', '--reason', 'lost', '--yes']
  expect((await shell.run(revoke)).stdout).toBe(`Token ${created.id} "maybe lost" is revoked.\n`)
})

test('several tokens are revoked, the own one last', async ({ server }) => {
  const name = 'leaving'
  const own = await server.token({ name })
  await using shell = await administrator({ server, token: own })
  const other = await server.trpc(own).tokens.create.mutate({ name: 'left behind', tenantId: null, role: 'viewer' })
  const all = await server.trpc(own).tokens.list.query({ name })
  const ids = [all[0]?.id ?? '', other.id]
  const revoked = await shell.json(['tokens', 'revoke', ...ids, '--reason', 'moved', '--yes'])
  expect(revoked.status).toBe(0)
  expect(revoked.value).toMatchObject({
    value: [
      { id: other.id, state: 'revoked' },
      { isOwn: true, state: 'revoked' },
    ],
  })
})

test('a change whose answer is lost is read again; one that did not arrive is unknown and safe to repeat', async ({
  server,
  token,
}) => {
  await using proxy = await startFaultProxy(server.url)
  await using shell = await administrator({ server: proxy, token })
  const { copper } = custodians
  proxy.loseAnswersOf('custodians.disable')
  const found = await shell.run(['custodians', 'disable', copper])
  expect(found.stdout).toContain('is disabled; its version is 2. The answer was lost')
  expect(found.status).toBe(0)
  proxy.swallow('custodians.enable')
  const { status, value } = await shell.json(['custodians', 'enable', copper])
  expect(status).toBe(6)
  expect(facts(value)).toMatchObject({
    changed: 'unknown',
    version: 2,
    nextStep: expect.stringContaining('--version 2'),
  })
  proxy.restore()
  const repeated = ['custodians', 'enable', copper, '--version', '2']
  expect((await shell.run(repeated)).status).toBe(0)
  const stale = await shell.json(repeated)
  expect(facts(stale.value)).toMatchObject({ code: 'PreconditionFailed', current: { version: 3, disabled: false } })
})

type Client = ReturnType<TestServer['trpc']>
type Kind = readonly [kind: string, values: readonly string[], list: (client: Client) => Promise<readonly object[]>]

const onEthereum = ['--network', '1']
const kinds: readonly Kind[] = [
  [
    'chain-tokens',
    ['--symbol', 'LST', ...onEthereum, '--decimals', '6', '--contract', '0xAB'],
    (client) => client.chainTokens.list.query({}),
  ],
  ['tenants', ['--name', 'Lost Trust'], (client) => client.tenants.list.query({})],
  [
    'custodians',
    ['--name', 'Lost desk', '--tenant', tenants.first, '--provider', 'copper'],
    (client) => client.custodians.list.query({}),
  ],
  ['networks', ['--name', 'Lost Chain'], (client) => client.networks.list.query({})],
  [
    'reserve-accounts',
    ['--name', 'Lost reserve', ...onEthereum, '--address', '0xCD'],
    (client) => client.reserveAccounts.list.query({}),
  ],
]

const lookedUp = 'a creation of %s whose answer is lost is looked up by the ID that the command took'

async function loseAnswerOf([kind, values, list]: Kind, server: TestServer, token: string) {
  await using proxy = await startFaultProxy(server.url)
  await using shell = await administrator({ server: proxy, token })
  const client = server.trpc(token)
  const { length } = await list(client)
  proxy.loseAnswersOf('.create')
  const { status, stdout } = await shell.run([kind, 'create', ...values])
  expect(stdout).toMatch(/ is created; its version is 1\. The answer was lost; this is what the server shows\.\n$/)
  expect(status).toBe(0)
  expect(await list(client), 'created once').toHaveLength(length + 1)
}

test.for(kinds.slice(0, 1))(lookedUp, (kind, { server, token }) => loseAnswerOf(kind, server, token))
test.for(kinds.slice(1))(lookedUp, { tags: ['long'] }, (kind, { server, token }) => loseAnswerOf(kind, server, token))

test('a creation that did not arrive is unknown, and its repetition with the same ID creates once', async ({
  server,
  token,
}) => {
  await using proxy = await startFaultProxy(server.url)
  await using shell = await administrator({ server: proxy, token })
  const create = ['tenants', 'create', '--name', 'Late Trust']
  proxy.swallow('tenants.create')
  const { status, value } = await shell.json(create)
  expect(status).toBe(6)
  const { id, ...lost } = facts(value) as { readonly id: string }
  expect(lost).toMatchObject({ changed: 'unknown', nextStep: expect.stringContaining(`with --id ${id} is safe`) })
  proxy.restore()
  expect(await shell.json([...create, '--id', id])).toMatchObject({ status: 0, value: { value: { id } } })
  const again = await shell.json([...create, '--id', id])
  expect(facts(again.value)).toMatchObject({ code: 'AlreadyExists', changed: 'nothing' })
})

test('an ID that was deleted is not taken again by a creation', async ({ server, token }) => {
  await using shell = await administrator({ server, token })
  const create = async () => {
    const { value } = await shell.json(['tenants', 'create', '--name', 'Short Trust'])
    return (value as { readonly value: { readonly id: string } }).value.id
  }
  const id = await create()
  await shell.run(['tenants', 'delete', id, '--yes'])
  expect(await create()).toBe(`${BigInt(id) + 1n}`)
})

test('a creation of a token that may choose no ID is found among those that were not there before', async ({
  server,
}) => {
  await using proxy = await startFaultProxy(server.url)
  const token = await server.token({ tenantId: tenants.second })
  await using shell = await administrator({ server: proxy, token })
  const create = ['custodians', 'create', '--name', 'Own desk', '--tenant', tenants.second, '--provider', 'copper']
  const first = await shell.json(create)
  expect(first.status).toBe(0)
  proxy.loseAnswersOf('custodians.create')
  const second = await shell.json(create)
  expect(second.status).toBe(0)
  const ids = [first, second].map(({ value }) => (value as { readonly value: { readonly id: string } }).value.id)
  expect(new Set(ids).size, 'control: the same name is there twice').toBe(2)
  proxy.restore()
  proxy.swallow('custodians.create')
  const lost = await shell.json(create)
  expect(lost.status).toBe(6)
  expect(facts(lost.value)).toMatchObject({ nextStep: expect.stringContaining('it could be there twice') })
})

test('a token whose answer is lost is reported as unknown, although it was created', async ({ server, token }) => {
  await using proxy = await startFaultProxy(server.url)
  await using shell = await administrator({ server: proxy, token })
  proxy.loseAnswersOf('.create')
  const lost = await shell.json(['tokens', 'create', '--name', 'ghost', '--role', 'viewer'])
  expect(lost.status).toBe(6)
  expect(facts(lost.value)).toMatchObject({ changed: 'unknown', nextStep: expect.stringContaining('revoke it') })
  expect((await shell.run(['tokens', 'list', '--name', 'ghost', '--csv'])).stdout).toContain(',ghost,valid,')
  proxy.loseAnswersOf('tokens.revoke')
  const revoke = ['tokens', 'revoke', '--name', 'ghost', '--reason', 'lost', '--yes']
  expect(await shell.json(revoke)).toMatchObject({ status: 0, value: { value: [{ name: 'ghost', state: 'revoked' }] } })
})

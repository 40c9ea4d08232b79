import { expect } from 'vitest'
import { startFaultProxy } from '../../harness/fault-proxy.ts'
import { test } from '../../harness/fixtures.ts'
import { custodians, icon, id, tenants } from '../../harness/seed.ts'
import { administrator, facts } from './shell.ts'

const svg = Buffer.from(icon.split(',')[1] ?? '', 'base64').toString()

test('a network is created with an icon, renamed and deleted, unless something refers to it', async ({
  server,
  token,
}) => {
  await using shell = await administrator({ server, token })
  const wanted = ['networks', 'create', '--name', 'Base', '--icon', shell.file('base.svg', svg), '--id', '71']
  expect(await shell.json(wanted)).toMatchObject({ status: 0, value: { value: { id: '71', icon, version: 1 } } })
  expect(facts((await shell.json(wanted)).value)).toMatchObject({ code: 'AlreadyExists', changed: 'nothing' })
  const renamed = await shell.run(['networks', 'update', '71', '--name', 'Base One'])
  expect(renamed).toMatchObject({ status: 0, stdout: 'Network 71 "Base One" is changed; its version is 2.\n' })
  const builtIn = ['networks', 'update', '71', '--built-in-icon']
  expect((await shell.run(builtIn)).stdout).toContain('is changed; its version is 3')
  expect((await shell.run(builtIn)).stdout).toContain('is unchanged; its version is 3')
  expect((await shell.run(['networks', 'show', '71'])).stdout).toMatch(/icon +image\/svg\+xml, \d+ bytes\n$/)
  expect((await shell.run(['networks', 'delete', '71'])).stderr).toContain('Add --yes')
  expect((await shell.run(['networks', 'delete', '71', '--yes'])).stdout).toBe('Network 71 "Base One" is deleted.\n')
  expect((await shell.run(['networks', 'show', '71'])).status).toBe(4)
  const inUse = await shell.json(['networks', 'delete', '1', '--yes'])
  expect(inUse.status).toBe(1)
  expect(facts(inUse.value)).toMatchObject({
    code: 'InUse',
    changed: 'nothing',
    info: expect.arrayContaining(['tokens: 1']),
  })
})

test('what is no icon is refused before anything is sent', async ({ server, token }) => {
  await using shell = await administrator({ server, token })
  const refused = async (path: string) => {
    const { status, stderr } = await shell.run(['networks', 'create', '--name', 'Base', '--icon', path])
    expect(status).toBe(2)
    return stderr
  }
  expect(await refused(`${shell.home}/none.png`)).toContain('It cannot be read (ENOENT)')
  expect(await refused(shell.file('large.svg', svg.padEnd(60_000)))).toContain('less than 48 KiB')
  expect(await refused(shell.file('script.svg', svg.replace('/>', '><script/></svg>')))).toContain('script')
})

test('a stale version is refused with who changed what, and a long value is cut', async ({ server, token }) => {
  await using shell = await administrator({ server, token })
  const other = server.trpc(await server.token({ name: 'ada' }))
  const created = await other.networks.create.mutate({ name: 'North' })
  await other.networks.update.mutate({ blockchainId: created.id, version: 1, name: 'South', icon })
  const stale = ['networks', 'update', created.id, '--name', 'East', '--version', '1']
  const { status, stderr } = await shell.run(stale)
  expect(stderr).toMatch(/its version is 2, not 1; ada changed it at .*name "North" -> "South"/)
  expect(stderr).toMatch(/icon "data:[^"]{100,120}…" -> "/)
  expect(status).toBe(1)
  expect(facts((await shell.json(stale)).value)).toMatchObject({
    code: 'PreconditionFailed',
    current: { name: 'South', version: 2 },
    changes: [{ kind: 'network.changed', details: { newIcon: icon } }],
  })
})

test('a chain token changes its symbol, and not what its transactions mean', async ({ server, token }) => {
  await using shell = await administrator({ server, token })
  const contract = `0x${'F'.repeat(40)}`
  const wanted = ['--symbol', 'EURX', '--network', '1', '--decimals', '6', '--contract', contract, '--id', '81']
  const created = await shell.run(['chain-tokens', 'create', ...wanted])
  expect(created.stdout).toBe('Chain token 81 "EURX" is created; its version is 1.\n')
  expect((await shell.run(['chain-tokens', 'update', '81', '--contract', contract])).stdout).toContain('is unchanged')
  const native = ['chain-tokens', 'update', '81', '--no-contract', '--decimals', '0', '--symbol', 'EUR']
  expect(await shell.json(native)).toMatchObject({
    value: { value: { symbol: 'EUR', contractAddress: null, decimals: 0, version: 2 } },
  })
  const inUse = await shell.json(['chain-tokens', 'update', '1', '--decimals', '2'])
  expect(inUse.status).toBe(1)
  expect(facts(inUse.value)).toMatchObject({ code: 'InUse', changed: 'nothing' })
  for (const more of [['--decimals', '256'], []])
    expect((await shell.run(['chain-tokens', 'update', '81', ...more])).status).toBe(2)
  expect((await shell.run(['chain-tokens', 'delete', '81', '--yes'])).status).toBe(0)
})

test.for([
  ['networks', 'Network 1 "Ethereum"', ['--name', 'Other']],
  ['chain-tokens', 'Chain token 1 "USDX"', ['--symbol', 'OTHER']],
  ['reserve-accounts', 'Reserve account 1 "Cold"', ['--name', 'Other']],
] as const)('%s are disabled, shown as such, and enabled', async ([group, named, change], { server, token }) => {
  await using shell = await administrator({ server, token })
  const shown = async () => (await shell.run([group, 'show', '1'])).stdout
  const before = await shown()
  expect(before).toMatch(/disabled +no\n/)
  const disabled = await shell.run([group, 'disable', '1'])
  expect(disabled).toMatchObject({ status: 0, stdout: `${named} is disabled; its version is 2.\n` })
  expect(await shown()).toMatch(/disabled +yes\n/)
  expect((await shell.run([group, 'disable', '1'])).stdout).toContain('is unchanged; its version is 2')
  const refused = await shell.json([group, 'update', '1', ...change])
  expect(refused.status).toBe(1)
  expect(facts(refused.value)).toMatchObject({ code: 'Disabled', changed: 'nothing' })
  const stale = await shell.run([group, 'enable', '1', '--version', '1'])
  expect(stale.stderr).toMatch(/its version is 2, not 1; tester.* disabled it at /)
  expect((await shell.run([group, 'enable', '1'])).stdout).toContain('is enabled; its version is 3')
  expect(await shown()).toBe(before.replace(/version( +)1/, 'version$13'))
})

test('a list has all rows, also of more than one page', async ({ server, token }) => {
  await using shell = await administrator({ server, token })
  const listed = async () => (await shell.run(['chain-tokens', 'list', '--csv'])).stdout.trim().split('\r\n')
  const before = (await listed()).length
  const more = Array.from({ length: 1_001 }, (_, index) => ({
    tokenId: id(5_000 + index),
    symbol: `T${index}`,
    blockchainId: id(1),
    contractAddress: null,
    decimals: 0,
  }))
  await server.app.store.putTokens(more)
  const after = await listed()
  expect(after).toHaveLength(before + more.length)
  expect(after.at(-1)).toBe('6000,T1000,1,,0,1,false')
})

test('a change that lost its answer is read again, and one that did not arrive is unknown', async ({
  server,
  token,
}) => {
  await using way = await startFaultProxy(server.url)
  await using shell = await administrator({ server: way, token })
  const wanted = ['--name', 'Hot', '--network', '1', '--address', `0x${'C'.repeat(40)}`, '--id', '91']
  expect((await shell.run(['reserve-accounts', 'create', ...wanted])).status).toBe(0)
  way.loseAnswersOf('reserveAccounts.update')
  const found = await shell.run(['reserve-accounts', 'update', '91', '--name', 'Warm', '--address', '0xABC'])
  expect(found.stdout).toContain('Reserve account 91 "Warm" is changed; its version is 2. The answer was lost')
  expect(found.status).toBe(0)
  way.swallow('reserveAccounts.update')
  const lost = await shell.json(['reserve-accounts', 'update', '91', '--name', 'Cold'])
  expect(lost.status).toBe(6)
  expect(facts(lost.value)).toMatchObject({
    changed: 'unknown',
    version: 2,
    nextStep: expect.stringMatching(/"strongroom reserve-accounts show 91".*--version 2/),
  })
  way.restore()
  way.loseAnswersOf('networks.update')
  const builtIn = await shell.run(['networks', 'update', '2', '--built-in-icon'])
  expect(builtIn.stdout).toContain('Network 2 "Bitcoin" is changed; its version is 2. The answer was lost')
  way.loseAnswersOf('reserveAccounts.delete')
  const deleted = await shell.run(['reserve-accounts', 'delete', '91', '--yes'])
  expect(deleted.stdout).toBe('Reserve account 91 is deleted. The answer was lost; this is what the server shows.\n')
  way.loseAnswersOf('reserveAccounts.create')
  const created = await shell.run(['reserve-accounts', 'create', ...wanted.slice(0, -2)])
  expect(created.stdout).toMatch(
    / is created; its version is 1\. The answer was lost; this is what the server shows\.\n$/,
  )
  expect(created.status).toBe(0)
})

test('label and treasury flag of a wallet are changed, and its custodian still lists it', async ({ server, token }) => {
  await using shell = await administrator({ server, token })
  const update = (...more: string[]) => shell.run(['wallets', 'update', '202', ...more])
  const changed = await update('--label', 'Vault, Zurich', '--treasury')
  expect(changed.stdout).toBe('Wallet 202 "Vault, Zurich" is changed; its version is 2.\n')
  expect((await update('--treasury')).stdout).toContain('is unchanged; its version is 2')
  for (const args of [
    [custodians.copper, '--all'],
    ['--all', custodians.copper],
  ])
    expect((await shell.run(['wallets', ...args])).stdout).toContain('{"label":"Vault, Zurich"}')
  expect((await update('--no-label', '--no-treasury', '--version', '2')).status).toBe(0)
  expect((await shell.run(['wallets', 'show', '202'])).stdout).toMatch(
    /label +-\n[\s\S]*treasury +no\n[\s\S]*version +3\n$/,
  )
  const stale = await shell.run(['wallets', 'update', '202', '--label', 'Else', '--version', '2'])
  expect(stale.stderr).toMatch(/its version is 3, not 2; tester.* changed it at .*See "strongroom wallets show 202"/)
  expect((await update()).stderr).toContain('Add --label, --no-label, --treasury or --no-treasury.')
  expect((await update()).status).toBe(2)
  await shell.run(['custodians', 'disable', custodians.copper])
  const disabled = await shell.json(['wallets', 'update', '202', '--label', 'Else'])
  expect(disabled.status).toBe(1)
  expect(facts(disabled.value)).toMatchObject({ code: 'Disabled', changed: 'nothing' })
})

test('a token without the permission is exit code 3, the wallet of another tenant 4', async ({ server }) => {
  const reader = await server.token({ permissions: ['wallets:read'], tenantId: tenants.first })
  await using shell = await administrator({ server, token: reader })
  expect((await shell.run(['wallets', 'update', '201', '--label', 'Mine', '--version', '1'])).status).toBe(3)
  expect((await shell.run(['networks', 'list'])).status).toBe(3)
  expect((await shell.run(['wallets', 'show', '301'])).status).toBe(4)
})

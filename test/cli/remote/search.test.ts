import { expect } from 'vitest'
import { test } from '../../harness/fixtures.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { addWebhook } from '../../harness/webhooks.ts'
import { administrator, openShell } from './shell.ts'

/** The rows of a table, cell by cell. */
const rowsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/))

test('shows what each kind of object is known by, in one table', async ({ server, token, operator }) => {
  await using shell = await administrator({ server, token })
  const { headers } = await operator.rotate(await server.credentials('copper', { account: 'one' }))
  const rotationId = headers.get('rotation-id') ?? ''
  const found = async (text: string) => rowsOf((await shell.run(['search', text])).stdout)
  expect(await found('Custodian 11')).toEqual([
    ['KIND', 'ID', 'NAME', 'TENANT', 'CUSTODIAN', 'DETAILS'],
    ['custodian', '11', 'Custodian 11', '1', '11', 'fireblocks'],
  ])
  expect(await found('First')).toContainEqual(['tenant', '1', 'First Trust', '1', '-', '-'])
  const address = `0x${'1'.padStart(40, '0')}`
  expect(await found(address)).toContainEqual(['wallet', '101', 'Vault', '1', '11', `Bitcoin ${address}`])
  const id = await addWebhook(server.app.store, { name: 'Treasury desk' })
  const url = 'https://hooks.example.com/strongroom'
  expect(await found('treasury')).toContainEqual(['webhook', id, 'Treasury desk', '-', '-', url])
  const ofRotation = await found(rotationId)
  expect(ofRotation.map(([kind]) => kind)).toEqual(['KIND', 'rotation', 'audit record', 'audit record'])
  expect(ofRotation[1]).toEqual([
    'rotation',
    rotationId,
    expect.any(String),
    '-',
    custodians.copper,
    expect.stringMatching(/^stored 20/),
  ])
})

test('takes several words as one text', async ({ server, token }) => {
  await using shell = await administrator({ server, token })
  const { stdout } = await shell.run(['search', 'trust', 'second'])
  expect(rowsOf(stdout).slice(1)).toEqual([['tenant', '2', 'Second Trust', '2', '-', '-']])
})

test('says what is not shown: further results, and kinds that the token may not read', async ({ server }) => {
  await using shell = await openShell()
  const token = await server.token({ permissions: ['wallets:read'], tenantId: tenants.first })
  const env = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token) }
  const few = await shell.run(['search', 'vault', '--limit', '2'], { env })
  expect(rowsOf(few.stdout)).toHaveLength(3)
  expect(few.stderr).toContain('There are more wallets.')
  expect(few.stderr).toContain('custodians, tenants, operator tokens, webhooks, rotations, audit records.')
  const all = await shell.run(['search', 'vault'], { env })
  expect(all.stderr).not.toContain('There are more')
  const { value } = await shell.json(['search', 'vault', '--limit', '2'], { env })
  expect(value).toMatchObject({ value: { searched: ['wallets'], more: ['wallets'] } })
})

test('finding nothing is a success, and a limit above 50 is refused before anything is sent', async ({
  server,
  token,
}) => {
  await using shell = await administrator({ server, token })
  expect(await shell.run(['search', 'no such thing'])).toMatchObject({ status: 0, stdout: 'Nothing was found.\n' })
  expect(await shell.run(['search', 'vault', '--limit', '51'])).toMatchObject({ status: 2 })
})

import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../../harness/fixtures.ts'
import { tenants } from '../../harness/seed.ts'
import { openShell } from './shell.ts'

const because = ['--reason', 'stolen laptop']
const failure = { data: { failure: { code: 'Frozen' } } }

test('freezing a tenant over the API needs --yes, and thawing it on the data folder ends it', async ({
  server,
  token,
}) => {
  await using shell = await openShell()
  const env = { STRONGROOM_URL: server.url, STRONGROOM_TOKEN_FILE: shell.file('token', token) }
  const freeze = ['freeze', '--tenant', tenants.first, ...because]
  const asked = await shell.run(freeze, { env })
  expect(asked.status).toBe(2)
  expect(asked.stderr).toMatch(/nothing was changed: this would freeze tenant 1;.*Add --yes/)
  const client = server.trpc(token)
  const create = () => client.custodians.create.mutate({ tenantId: tenants.first, name: 'New', provider: 'copper' })
  await create()
  expect(await shell.json([...freeze, '--yes'], { env })).toMatchObject({
    status: 0,
    value: { value: { tenantId: tenants.first, reason: 'stolen laptop', frozenBy: 'tester' } },
  })
  await expect(create()).rejects.toMatchObject(failure)
  const listed = await shell.run(['freezes', 'list'], { env })
  expect(listed.stdout).toMatch(/^TENANT +FROZEN BY +SINCE +REASON\n1 +tester +\S+Z +stolen laptop\n$/)
  const status = await shell.run(['status'], { env })
  expect(status.stdout).toMatch(/\nfrozen +tenant 1, by tester since \S+: stolen laptop\n/)
  expect(status.status, 'a freeze is no failure of the server').toBe(0)

  const folder = ['--data', server.dataDir]
  const other = await shell.run(['thaw', ...because, ...folder, '--yes'])
  expect(other.status, 'everything is not frozen').toBe(4)
  const refused = await shell.run(['token', 'create', '--name', 'x', '--all', '--tenant', tenants.first, ...folder])
  expect(refused.stderr).toContain('the token was not created: frozen: tenant 1, by tester, since ')
  const inFolder = await shell.run(['freezes', 'list', ...folder])
  expect(inFolder.stdout, 'without a token').toBe(listed.stdout)
  const thawed = await shell.run(['thaw', '--tenant', tenants.first, '--reason', 'found', ...folder, '--yes'])
  expect(thawed.stdout).toMatch(/^Tenant 1 in .* is thawed; it was frozen by tester since /)
  expect((await create()).name).toBe('New')
  expect((await shell.run(['freezes', 'list'], { env })).stdout).toBe('Nothing is frozen that this token may see.\n')
  expect((await shell.run(['freezes', 'list', ...folder])).stdout).toBe(`Nothing is frozen in ${server.dataDir}.\n`)
  expect((await shell.run(['status'], { env })).stdout).not.toContain('frozen')
  const { records } = await client.audit.list.query({ kind: 'tenant.thawed' })
  expect(records).toMatchObject([{ actor: expect.stringContaining('strongroom thaw'), details: { reason: 'found' } }])
})

test('the freezes of a folder are listed as JSON and CSV, and a folder without data is named', async ({ folder }) => {
  await using shell = await openShell()
  const data = ['--data', folder.dataDir]
  await shell.run(['freeze', ...because, ...data, '--yes'])
  const { value } = await shell.json(['freezes', 'list', ...data])
  expect(value).toMatchObject({ schemaVersion: 1, value: [{ tenantId: null, reason: 'stolen laptop' }] })
  const csv = await shell.run(['freezes', 'list', '--csv', ...data])
  expect(csv.stdout).toMatch(/^tenantId,frozenBy,frozenAt,reason\r?\n,.*,stolen laptop\r?\n$/)
  const none = await shell.run(['freezes', 'list', '--data', join(shell.home, 'no such folder')])
  expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('no such folder')])
})

test('a database without the folder of a server on it is refused, where an option names it', async ({ folder }) => {
  await using shell = await openShell()
  const store = ['--store', 'postgres://service@127.0.0.1:1/strongroom']
  const asked = await shell.run(['freezes', 'list', ...store])
  expect([asked.status, asked.stderr]).toEqual([2, expect.stringContaining('--store needs --data')])
  const { status, stderr } = await shell.run(['freezes', 'list', '--data', folder.dataDir, ...store])
  expect([status, stderr], 'control').toEqual([1, expect.stringContaining('strongroom at 127.0.0.1:1')])
})

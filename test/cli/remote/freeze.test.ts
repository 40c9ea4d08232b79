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
  const thawed = await shell.run(['thaw', '--tenant', tenants.first, '--reason', 'found', ...folder, '--yes'])
  expect(thawed.stdout).toMatch(/^Tenant 1 in .* is thawed; it was frozen by tester since /)
  expect((await create()).name).toBe('New')
  expect((await shell.run(['freezes', 'list'], { env })).stdout).toBe('Nothing is frozen that this token may see.\n')
  expect((await shell.run(['status'], { env })).stdout).not.toContain('frozen')
  const { records } = await client.audit.list.query({ kind: 'tenant.thawed' })
  expect(records).toMatchObject([{ actor: expect.stringContaining('strongroom thaw'), details: { reason: 'found' } }])
})

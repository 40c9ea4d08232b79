import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { custodians } from '../harness/seed.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { type ClusterScene, type ClusterServer, setCluster } from './scene.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

describe('commands on a database that a server serves', () => {
  const open = new AsyncDisposableStack()
  let scene: ClusterScene
  let server: ClusterServer
  let token: string
  beforeAll(async () => {
    if (noPostgres !== null) return
    scene = open.use(await setCluster())
    token = await scene.token()
    server = open.use(await scene.start('one'))
    expect(await server.rotate(token, await scene.credentials())).toBe(200)
  })
  afterAll(() => open[Symbol.asyncDispose]())

  const json = async (command: string, ...args: readonly string[]) => {
    const { stdout, stderr, status } = await scene.run('one', command, '--json', ...args)
    return { status, stderr, value: JSON.parse(stdout) }
  }
  const wallets = (as = token) => server.fetch(`/tenant/1/custodians/${custodians.copper}/wallets`, as)

  test('audit verify follows the chain, and finds a record that was changed', async () => {
    const { value, status } = await json('audit verify')
    expect(value).toMatchObject({ ok: true, fault: null })
    expect(status).toBe(0)
    await scene.data.tamper.change('audit', ({ sequence }) => sequence === 2, { actor: 'mallory' })
    const changed = await json('audit verify')
    expect(changed.status, 'control').toBe(1)
    expect(changed.value.fault).toMatchObject({ sequence: 2, nextStep: expect.stringContaining('docs/production.md') })
    const [record] = (await scene.data.truth.read('audit')).filter(({ sequence }) => sequence === 2)
    expect(record?.actor).toBe('mallory')
  })

  test('audit export and reserves export write what is stored', async () => {
    const audit = await scene.run('one', 'audit export')
    expect(audit.stdout.trim().split('\n')).toHaveLength((await scene.data.truth.read('audit')).length)
    const reserves = await scene.run('one', 'reserves export')
    const transactions = await scene.data.truth.read('transactions')
    expect(reserves.stdout.trim().split('\n')).toHaveLength(transactions.length + 1)
  })

  test('doctor examines the database, with its version and settings', async () => {
    const { value } = await json('doctor')
    const named = Object.fromEntries(
      value.checks.map(({ name, ...check }: { name: string; message: string; status: string }) => [name, check]),
    )
    expect(named.postgres.message).toMatch(
      /^PostgreSQL \d+.* synchronous_commit=on, fsync=off: with fsync=off, a crash may take/,
    )
    expect(named.postgres.status, 'the database of the tests flushes nothing').toBe('warn')
    expect(named.serving.message).toBe('a server is using the data')
    for (const name of ['integrity', 'references', 'credentials', 'totals', 'open'])
      expect(named[name], name).toMatchObject({ status: 'ok' })
  })

  test('an import is read by the server at once', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'custodians.csv')
    writeFileSync(file, 'custodianId,tenantId,name,provider,baseUrl\n31,1,Third,copper,simulator:\n')
    const { status, stderr } = await scene.run('one', 'import', file)
    expect(status, stderr).toBe(0)
    expect(await (await server.fetch('/platform/admin/custodians', token)).text()).toContain('Third')
  })

  test('a token that a command revokes is refused by the server at its next request', async () => {
    const revoked = await scene.token('viewer')
    expect((await wallets(revoked)).status, 'control').toBe(200)
    const { value } = await json('token list')
    const { status } = await json('token revoke', '--yes', '--id', `${value.at(-1).tokenId ?? value.at(-1).id}`)
    expect(status).toBe(0)
    expect((await wallets(revoked)).status).toBe(401)
  })

  test('a token that a command disables is refused by the server until a command enables it', async () => {
    const disabled = await scene.token('viewer')
    expect((await wallets(disabled)).status, 'control').toBe(200)
    const { value } = await json('token list')
    const id = `${value.at(-1).tokenId ?? value.at(-1).id}`
    expect((await json('token disable', '--id', id)).status).toBe(0)
    expect((await wallets(disabled)).status).toBe(401)
    expect((await json('token enable', '--id', id)).status).toBe(0)
    expect((await wallets(disabled)).status).toBe(200)
  })

  test('a freeze by a command is obeyed by the server at its next request, and thawed again', async () => {
    const reason = ['--reason', 'stolen laptop']
    const create = async () => {
      const body = JSON.stringify({ tenantId: 1, name: 'New', provider: 'copper' })
      return (await server.fetch('/platform/admin/custodians', token, { method: 'POST', body })).status
    }
    expect(await create(), 'control').toBe(201)
    const frozen = await scene.run('one', 'freeze', '--yes', ...reason)
    expect(frozen.stdout).toMatch(/^Everything in \w+ at 127\.0\.0\.1:\d+ is frozen by .*: stolen laptop\n$/)
    expect(await create()).toBe(409)
    expect((await json('freezes list')).value).toMatchObject({ value: [{ reason: 'stolen laptop' }] })
    expect((await scene.run('one', 'thaw', '--yes', ...reason)).status).toBe(0)
    expect(await create()).toBe(201)
  })

  test('keys are rotated under a server that sees the new one, which goes on', async () => {
    const { value, status, stderr } = await json('keys rotate')
    expect(status, stderr).toBe(0)
    expect(value.credentials).toBe(1)
    const keys = await json('keys list')
    expect(keys.value).toContainEqual(expect.objectContaining({ keyId: value.to, credentials: 1 }))
    expect(await server.rotate(token, await scene.credentials())).toBe(200)
    expect((await json('keys list')).value).toContainEqual(expect.objectContaining({ keyId: value.to, credentials: 2 }))
  })
})

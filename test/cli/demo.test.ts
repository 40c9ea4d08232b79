import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ended, start, strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { clientOf, type DemoAnswer, makeDemo, newDatabase, putDemo } from './demo-answer.ts'
import { serveFolder } from './serving.ts'

type Wallet = { walletId: number; isActive: boolean; network: string; networkIcon: string; address: string }

const token = expect.stringMatching(/^srt_[0-9A-Za-z]{49}$/)

type DemoSession = { role: string | null; permissions: string[]; tenant: object; expiresAt: string }

const places = [
  { where: 'a folder', isDatabase: false },
  { where: 'a database', isDatabase: true },
]

describe.for(places)('a demo in $where', ({ isDatabase }) => {
  /** Made and served once for the tests that only look. */
  const resources = new AsyncDisposableStack()
  let demo: DemoAnswer
  let url: string

  beforeAll(async () => {
    if (isDatabase && noPostgres) return
    const folder = resources.use(await temporaryFolder())
    const dataDir = join(folder.path, 'demo')
    const place = isDatabase ? await newDatabase(folder.path) : []
    demo = isDatabase ? await makeDemo(dataDir, place) : await putDemo(dataDir)
    url = resources.use(await serveFolder(dataDir, ...place)).addresses.url
  })
  beforeEach(({ skip }) => skip(isDatabase && noPostgres !== null, noPostgres ?? undefined))
  afterAll(() => resources.disposeAsync())

  test('demo --json prints everything a script needs', async () => {
    expect(Object.keys(demo)).toEqual(['tokens', 'tenants', 'custodians', 'credentials'])
    expect(demo.tokens).toEqual({
      platformAdmin: token,
      operator: token,
      tenantReader: token,
      otherTenantReader: token,
    })
    expect(demo.tenants).toHaveLength(2)
    for (const { id } of demo.tenants) {
      const own = demo.custodians.filter(({ tenantId }) => tenantId === id)
      expect(own.map(({ provider }) => provider).sort()).toEqual(['copper', 'fireblocks'])
    }
    const ids = [...demo.tenants, ...demo.custodians].map(({ id }) => id)
    for (const id of ids) expect(Number.isSafeInteger(id)).toBe(true)
    const [first] = demo.custodians.filter(({ tenantId }) => tenantId === demo.tenants[0]?.id)
    expect(demo.credentials[0]).toMatchObject({ custodianId: first?.id, simulatorMode: 'ok' })
    const modes = demo.credentials.map(({ simulatorMode }) => simulatorMode)
    expect([...new Set(modes)]).toEqual(['ok', 'wrong-signature', 'no-permission', 'hang', '500'])
  })

  test('the tokens of a demo have the permissions of their names, for 24 hours', async () => {
    const sessionOf = async (holder: keyof DemoAnswer['tokens']) => {
      const answer = await clientOf(url, demo.tokens[holder]).get('/platform/admin/session')
      const { value } = (await answer.json()) as { value: DemoSession }
      expect(Math.abs(Date.parse(value.expiresAt) - Date.now() - 86_400_000)).toBeLessThan(600_000)
      return { role: value.role, permissions: value.permissions.toSorted(), tenant: value.tenant }
    }
    const [first, second] = demo.tenants
    const wallets = { role: null, permissions: ['wallets:read'] }
    expect(await sessionOf('platformAdmin')).toMatchObject({ role: 'platform-administrator', tenant: null })
    expect(await sessionOf('operator')).toEqual({
      role: 'operator',
      permissions: ['custodians:read', 'custodians:update', 'tenants:read', 'wallets:read'],
      tenant: first,
    })
    expect(await sessionOf('tenantReader')).toEqual({ ...wallets, tenant: first })
    expect(await sessionOf('otherTenantReader')).toEqual({ ...wallets, tenant: second })
  })

  test('every custodian of a demo has active credentials, recorded in the audit log, and active and inactive wallets', async () => {
    const { get } = clientOf(url, demo.tokens.platformAdmin)
    const read = async (path: string) => ((await (await get(path)).json()) as { value: unknown }).value
    expect(await read('/platform/admin/custodians')).toEqual(
      demo.custodians.map((custodian) =>
        expect.objectContaining({ ...custodian, credentialVersion: 1, state: 'in-force' }),
      ),
    )
    for (const { id, tenantId } of demo.custodians) {
      const { records } = (await read(`/platform/admin/audit?custodianId=${id}`)) as { records: { kind: string }[] }
      expect(records.map(({ kind }) => kind)).toEqual(['rotation.ended', 'rotation.intended'])
      const path = `/tenant/${tenantId}/custodians/${id}/wallets?onlyActive=false`
      const { wallets } = (await read(path)) as { wallets: Wallet[] }
      expect(new Set(wallets.map(({ isActive }) => isActive)).size).toBe(2)
      expect(new Set(wallets.map(({ network }) => network)).size).toBeGreaterThan(3)
      for (const { networkIcon } of wallets) {
        const [, image = ''] = /^data:image\/svg\+xml;base64,(.+)$/.exec(networkIcon) ?? []
        expect(Buffer.from(image, 'base64').toString()).toMatch(/^<svg.*<\/svg>$/)
      }
    }
  })

  test('the reserves of a demo have amounts that no float can hold', async () => {
    const { get } = clientOf(url, demo.tokens.platformAdmin)
    const text = await (await get('/platform/admin/reports/reserves')).text()
    const amounts = [...text.matchAll(/"reserveAmount":(-?[\d.]+)/g)].map(([, digits = '']) => digits)
    expect(amounts.length).toBeGreaterThan(10)
    expect(amounts.every((digits) => Number(digits) > 0)).toBe(true)
    expect(amounts.filter((digits) => String(Number(digits)) !== digits).length).toBeGreaterThan(1)
  })
})

test('the sample credentials of a demo succeed and fail as described', async () => {
  await using folder = await temporaryFolder()
  const fresh = await putDemo(folder.path)
  await using server = await serveFolder(folder.path)
  const { rotate } = clientOf(server.addresses.url, fresh.tokens.platformAdmin)
  const expected: Record<string, number> = { ok: 200, 'wrong-signature': 400, 'no-permission': 400, '500': 500 }
  for (const credentials of fresh.credentials.filter(({ simulatorMode }) => simulatorMode !== 'hang')) {
    const answer = await rotate(fresh, credentials)
    expect({ mode: credentials.simulatorMode, status: answer.status }).toEqual({
      mode: credentials.simulatorMode,
      status: expected[credentials.simulatorMode],
    })
  }
})

test('two demos differ only in their keys and tokens', { tags: ['long'] }, async () => {
  await using folder = await temporaryFolder()
  const digestOf = async (name: string) => {
    const fresh = await makeDemo(join(folder.path, name))
    await using server = await serveFolder(join(folder.path, name))
    const { get } = clientOf(server.addresses.url, fresh.tokens.platformAdmin)
    const paths = fresh.custodians.map(
      ({ id, tenantId }) => `/tenant/${tenantId}/custodians/${id}/wallets?onlyActive=false`,
    )
    const answers = ['/platform/admin/tenants', '/platform/admin/reports/reserves', ...paths]
    const hash = createHash('sha256')
    for (const path of answers) hash.update(await (await get(path)).text())
    return { digest: hash.digest('hex'), secret: fresh.credentials[0]?.secretApiKey }
  }
  const one = await digestOf('one')
  const other = await digestOf('other')
  expect(one.digest).toBe(other.digest)
  expect(one.secret).not.toBe(other.secret)
})

test('a folder that is not empty is refused and not changed', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, '.note'), 'mine')
  const { status, stdout, stderr } = await strongroom(['demo', '--data', folder.path])
  expect(stderr).toMatch(/^strongroom: [^\n]+not empty[^\n]+--data[^\n]+\n$/)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(await readdir(folder.path)).toEqual(['.note'])
})

test('a finished demo is never recreated', async () => {
  await using folder = await temporaryFolder()
  await putDemo(folder.path)
  const before = await readFile(join(folder.path, 'audit.anchor'), 'utf8')
  expect((await strongroom(['demo', '--data', folder.path])).status).toBe(1)
  expect(await readFile(join(folder.path, 'audit.anchor'), 'utf8')).toBe(before)
})

test('a demo killed half-way is recreated', async () => {
  await using folder = await temporaryFolder()
  const killed = start(['demo', '--data', folder.path])
  while (!existsSync(join(folder.path, 'simulator.json'))) await setTimeout(5)
  killed.kill('SIGKILL')
  expect((await ended(killed)).status).toBe(null)
  const fresh = await makeDemo(folder.path)
  await using server = await serveFolder(folder.path)
  const [credentials] = fresh.credentials as [DemoAnswer['credentials'][number]]
  expect((await clientOf(server.addresses.url, fresh.tokens.operator).rotate(fresh, credentials)).status).toBe(200)
})

test('without --json a demo is described as text', async () => {
  await using folder = await temporaryFolder()
  const { status, stdout, stderr } = await strongroom(['demo', '--data', folder.path])
  expect(stdout).toContain(`strongroom serve --data ${folder.path}`)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

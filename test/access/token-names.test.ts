import { expect } from 'vitest'
import { issueToken } from '../../server/access/issue-token.ts'
import { isReservedName } from '../../server/access/token-names.ts'
import { parseTokenName } from '../../server/cli/parse.ts'
import { examineFolder } from '../../server/doctor/examine-folder.ts'
import { strongroom } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { issue, keyOf, withStoreOf } from '../harness/folders.ts'
import { startTestServer } from '../harness/server.ts'
import { dataOf } from '../store/engines.ts'

const grant = { permissions: ['audit:read' as const], tenantId: null, lifetimeMs: 3_600_000, actor: 'test' }

test.for([
  'alice',
  'ALICE',
  'al ice',
  '\u0430lice', // Cyrillic a
  'a\uFF4Cice', // full-width l
  '\u{1D41A}lice', // mathematical bold a
  'aIice', // capital i
  'al1ce',
])('while a token named "alice" is valid, no other token can be named "%s"', async (name, { folder }) => {
  await withStoreOf(folder.dataDir, async (store) => {
    const { tokenId } = await issue(store, 'alice')
    expect(await issueToken(store, { ...grant, name })).toMatchObject({ kind: 'name-taken', by: { tokenId } })
    expect(await issueToken(store, { ...grant, name: 'alicia' })).toMatchObject({ kind: 'issued' })
    await store.revokeToken({ token: 'alice', actor: 'test', at: Date.now() })
    expect(await issueToken(store, { ...grant, name })).toMatchObject({ kind: 'issued' })
  })
})

test('a token that an earlier version stored keeps its name from others, too', async ({ folder }) => {
  const data = dataOf(folder.dataDir)
  await withStoreOf(folder.dataDir, async (store) => {
    const token = { tenantId: null, allowedFrom: null, permissions: [], revokedAt: null }
    const times = { createdAt: 1, expiresAt: Date.now() + 3_600_000 }
    await data.tamper.add('tokens', [{ ...token, ...times, tokenId: '41', name: 'alice', hash: Buffer.alloc(32, 1) }])
    expect(await issueToken(store, { ...grant, name: 'al1ce' })).toMatchObject({
      kind: 'name-taken',
      by: { tokenId: '41' },
    })
    expect(await issueToken(store, { ...grant, name: 'alicia' }), 'control').toMatchObject({ kind: 'issued' })
  })
})

test('the name of an expired token can be reused', async ({ folder }) => {
  await withStoreOf(folder.dataDir, async (store) => {
    await issueToken(store, { ...grant, name: 'alice', lifetimeMs: -1 })
    expect(await issueToken(store, { ...grant, name: 'alice' })).toMatchObject({ kind: 'issued' })
  })
})

test('of many tokens created at once with the same name in two processes, exactly one exists', async ({ folder }) => {
  const stores = [await dataOf(folder.dataDir).open(), await dataOf(folder.dataDir).open()]
  const names = Array.from({ length: 20 }, (_, at) => (at % 2 ? 'alice' : 'Alice'))
  const kinds = await Promise.all(
    names.map(async (name, at) => (await issueToken(stores[at % 2] ?? never(), { ...grant, name })).kind),
  )
  for (const store of stores) await store.close()
  expect(kinds.filter((kind) => kind === 'issued')).toHaveLength(1)
})

const never = (): never => {
  throw new Error('there are two stores')
}

test('the command refuses a taken name and names its token; with --replace that token is revoked in the same commit', async ({
  folder,
}) => {
  const create = (name: string, ...more: readonly string[]) =>
    strongroom(['token', 'create', '--name', name, '--all', '--data', folder.dataDir, ...more])
  expect((await create('alice')).status).toBe(0)
  const refused = await create('alice')
  expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status: 1, stdout: '' })
  expect(refused.stderr).toMatch(/token 2 has the name "alice" and is valid\. .*--replace/)
  expect((await create('A1ice', '--replace')).stderr).toMatch(/token 2 "alice" looks like the name "A1ice"/)
  expect((await create('alice', '--replace')).status).toBe(0)
  await withStoreOf(folder.dataDir, async (store) => {
    const ofAlice = (await store.listTokens()).filter(({ name }) => name === 'alice')
    expect(ofAlice.map(({ revokedAt }) => revokedAt === null)).toEqual([false, true])
    const { records } = await store.listAudit({ limit: 2 }, null)
    expect(records.map(({ kind }) => kind)).toEqual(['token.created', 'token.revoked'])
    expect(records[1]?.details).toMatchObject({ reason: 'replaced' })
  })
})

test.each([
  'strongroom serve',
  'Strongroom',
  'STRONGROOM SERVE',
  'strong room serve',
  'str\u043Engr\u043E\u043Em', // Cyrillic o
  '\uFF53trongroom', // full-width s
  '\u{1D42C}trongroom', // mathematical bold s
  'STRONGRO\u039FM', // Greek capital omicron
  'STRONGROO\u039C', // Greek capital mu
  'strongr00m',
  'stróngroom',
  '(strongroom serve)',
  '"strongroom" serve',
  '.strongroom',
  'root (strongroom import)',
  'eve (\u0455trongroom import) x',
  'eve (STRONGROOM import)',
  'eve (strong room import)',
])('a token cannot be named "%s"', (name) => {
  expect(() => parseTokenName(name)).toThrow(/mistaken for Strongroom|visible characters/)
  expect(isReservedName(name)).toBe(true)
})

test.each(['strong', 'night shift', 'our strongroom', 'strongbox', 'Armstrong room', 'alice (desk)'])(
  'a token can be named "%s" (control)',
  (name) => {
    expect(parseTokenName(name)).toBe(name)
  },
)

test('tokens of an earlier version that share a name keep working, are reported, and are revoked together', async ({
  folder,
}) => {
  const { dataDir } = folder
  const tokens = await withStoreOf(dataDir, async (store) => [await issue(store, 'alice'), await issue(store, 'bob')])
  const doctor = async () =>
    (await Array.fromAsync(examineFolder(keyOf(dataDir)))).filter(({ name }) => name === 'tokens')
  expect(await doctor()).toMatchObject([{ status: 'ok' }])
  const { tamper } = dataOf(dataDir)
  await tamper.change('tokens', ({ name }) => name === 'bob', { name: 'alice' })
  await tamper.change('tokens', ({ name }) => name === 'tester', { name: 'strongroom serve' })
  expect(await doctor()).toMatchObject([
    { status: 'warn', message: 'valid tokens share a name: 2 "alice", 3 "alice"' },
    { status: 'warn', message: expect.stringContaining('could be mistaken for Strongroom: 1 "strongroom serve"') },
  ])
  const list = await strongroom(['token', 'list', '--data', dataDir])
  expect(list.stderr).toContain('Tokens 2, 3 share the name "alice"')
  expect(JSON.parse((await strongroom(['token', 'list', '--data', dataDir, '--json'])).stdout)).toHaveLength(3)
  await using server = await startTestServer({ dataDir })
  const statuses = async () =>
    Promise.all(
      tokens.map(async (each) =>
        each.kind === 'issued' ? (await server.rest(each.token, '/platform/admin/session')).status : 0,
      ),
    )
  expect(await statuses()).toEqual([200, 200])
  const revoke = (...options: readonly string[]) => strongroom(['token', 'revoke', ...options, '--data', dataDir])
  const unconfirmed = await revoke('alice')
  expect([unconfirmed.status, unconfirmed.stdout]).toEqual([2, ''])
  expect(unconfirmed.stderr).toContain('this needs a confirmation, and there is no terminal to ask for it. Add --yes')
  expect(await statuses()).toEqual([200, 200])
  expect((await revoke('alice', '--yes')).stdout).toMatch(/Token 2 .*\nToken 3 /)
  expect(await statuses()).toEqual([401, 401])
})

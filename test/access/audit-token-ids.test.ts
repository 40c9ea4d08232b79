import { afterAll, expect, test } from 'vitest'
import { verifyChain } from '../../server/audit/verify-chain.ts'
import { administer } from '../../server/data-folder.ts'
import type { Id } from '../../shared/primitives.ts'
import { filledFolder, removeTemplate, withStoreOf } from '../harness/folders.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { dataOf } from '../store/engines.ts'
import { downgrade } from '../store/sqlite/downgrade.ts'

afterAll(removeTemplate)

type Record = {
  readonly kind: string
  readonly actor: string
  readonly actorTokenId: unknown
  readonly details: object
}

async function faultIn(dataDir: string) {
  await using inspection = await administer(dataDir).inspect()
  return (await verifyChain(inspection)).fault
}

test('actions of two tokens with the same name are distinguished by token ID, over both transports', async () => {
  await using server = await startTestServer()
  const { app } = server
  const first = await server.token({ name: 'night' })
  const account = 'one-account'
  const target = { tenantId: tenants.first, custodianId: custodians.copper }
  await server
    .trpc(first)
    .custodians.updateApiKeys.mutate({ ...target, ...(await server.credentials('copper', { account })) })
  await app.store.revokeToken({ token: 'night', actor: 'test', at: Date.now() })
  const second = await server.token({ name: 'night' })
  await server.trpc(second).custodians.checkApiKeys.mutate({ custodianId: custodians.copper })
  await server
    .trpc(second)
    .custodians.validateApiKeys.mutate({ ...target, ...(await server.credentials('copper', { account })) })

  const [{ tokenId: firstId } = never(), { tokenId: secondId } = never()] = (await app.store.listTokens()).filter(
    ({ name }) => name === 'night',
  )
  const { records } = await server.trpc(second).audit.list.query({ operator: 'night' })
  expect(records.map(({ kind, actorTokenId }) => [kind, actorTokenId])).toEqual([
    ['validation.ended', secondId],
    ['validation.intended', secondId],
    ['check.ended', secondId],
    ['check.intended', secondId],
    ['rotation.ended', firstId],
    ['rotation.intended', firstId],
  ])
  for (const { details } of records) expect(details, 'it is a member, no detail').not.toHaveProperty('actorTokenId')
  const filtered = await server.trpc(second).audit.list.query({ actorTokenId: firstId })
  expect(filtered.records.map(({ kind }) => kind)).toEqual(['rotation.ended', 'rotation.intended'])
  const rest = await server.rest(second, `/platform/admin/audit?actorTokenId=${secondId}&kind=check.ended`)
  const { value } = (await rest.json()) as { value: { records: Record[] } }
  expect(value.records).toMatchObject([{ actor: 'night', actorTokenId: Number(secondId) }])
  const commands = await server.trpc(second).audit.list.query({ kind: 'token.created' })
  expect(new Set(commands.records.map(({ actorTokenId }) => actorTokenId))).toEqual(new Set([null]))
  expect(await faultIn(server.dataDir)).toBeNull()
})

const never = (): never => {
  throw new Error('there are two tokens')
}

test('the audit chain of an earlier version is unchanged, and continues with records that have a token ID', async () => {
  await using folder = await filledFolder()
  const { dataDir } = folder
  const old = (await dataOf(dataDir).truth.read('audit')).at(-1)?.hash
  downgrade(dataDir, 7)
  expect(await faultIn(dataDir), 'read by this version before it is upgraded').toBeNull()
  await withStoreOf(dataDir, async (store) => {
    expect((await store.auditHead())?.hash).toBe(old)
    await store.recordAudit({ kind: 'data.imported', actor: 'a', actorTokenId: '17' as Id, at: Date.now() })
    const { records } = await store.listAudit({ limit: 2 }, null)
    expect(records[0]).toMatchObject({ actorTokenId: '17', details: {} })
  })
  expect(await faultIn(dataDir)).toBeNull()
})

test.each([
  ['taken out', undefined],
  ['changed', '2'],
])('a token ID that was %s breaks the audit chain', async (_how, actorTokenId) => {
  await using folder = await filledFolder()
  const { truth, tamper } = dataOf(folder.dataDir)
  for (const { sequence, kind, details } of (await truth.read('audit')).slice(0, 19))
    if (kind === 'rotation.intended')
      await tamper.change('audit', (each) => each.sequence === sequence, {
        details: JSON.stringify({ ...JSON.parse(details), actorTokenId }),
      })
  expect(await faultIn(folder.dataDir)).toMatchObject({ reason: expect.stringContaining('hash does not match') })
})

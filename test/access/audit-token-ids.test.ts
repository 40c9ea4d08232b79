import { expect } from 'vitest'
import { verifyChain } from '../../server/audit/verify-chain.ts'
import { administer } from '../../server/data-folder.ts'
import { test } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'

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

test('actions of two tokens with the same name are distinguished by token ID, over both transports', async ({
  server,
}) => {
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

test.for([
  ['taken out', undefined],
  ['changed', '2'],
] as const)('a token ID that was %s breaks the audit chain', async ([_how, actorTokenId], { folder }) => {
  const { truth, tamper } = folder.data
  for (const { sequence, kind, details } of (await truth.read('audit')).slice(0, 19))
    if (kind === 'rotation.intended')
      await tamper.change('audit', (each) => each.sequence === sequence, {
        details: JSON.stringify({ ...JSON.parse(details), actorTokenId }),
      })
  expect(await faultIn(folder.dataDir)).toMatchObject({ reason: expect.stringContaining('hash does not match') })
})

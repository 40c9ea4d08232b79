import { expect, test } from 'vitest'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'

const rotation = (pair: object, tenantId: string = tenants.first) => ({
  method: 'PUT',
  body: JSON.stringify({ tenantId, ...pair }),
})
const path = (custodianId: string) => `/platform/admin/custodians/${custodianId}/update_api_keys`

test('new credentials that the provider accepts are in force afterwards, and the audit tells it', async () => {
  await using server = await startTestServer()
  const token = await server.token()
  const pair = await server.pair('copper')
  const answer = await server.rest(token, path(custodians.copper), rotation(pair))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    isSuccess: true,
    error: null,
    value: { success: true, validationStatus: true, isWrongCredentials: false },
  })
  const [custodian] = (await server.trpc(token).custodians.list.query({})).filter(({ id }) => id === custodians.copper)
  expect(custodian).toMatchObject({ credentialVersion: 1, state: 'in-force' })
  const { records } = await server.trpc(token).audit.list.query({ custodianId: custodians.copper })
  expect(records.map(({ kind }) => kind)).toEqual(['rotation.ended', 'rotation.intended'])
  expect(answer.headers.get('rotation-id')).toBe(records[0]?.rotationId)
})

test('when validation fails, the existing credentials are kept and the call is answered with an error', async () => {
  await using server = await startTestServer()
  const token = await server.token()
  const good = await server.pair('fireblocks')
  const bad = await server.pair('fireblocks', { mode: 'wrong-signature' })
  expect((await server.rest(token, path(custodians.fireblocks), rotation(good))).status).toBe(200)
  const answer = await server.rest(token, path(custodians.fireblocks), rotation(bad))
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    isFailure: true,
    error: { code: 'ValidationError', message: expect.stringContaining('old keys are still active') },
    value: { success: false, validationStatus: false, isWrongCredentials: true },
  })
  expect(await server.trpc(token).custodians.checkApiKeys.mutate({ custodianId: custodians.fireblocks })).toMatchObject(
    {
      validationStatus: true,
    },
  )
})

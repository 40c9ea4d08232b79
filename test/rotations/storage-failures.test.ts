import { expect, test } from 'vitest'
import { StoreError } from '../../server/store/store-error.ts'
import { fail } from '../../shared/failure.ts'
import { operatorAt } from '../harness/operator.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { until } from '../harness/until.ts'
import { newAccount, startWithStore } from './setup.ts'

const full = () => new StoreError('full', 'SQLITE_FULL', 'database or disk is full')
const commitFailed = () => new StoreError('unknown-outcome', 'SQLITE_IOERR_FSYNC', 'disk I/O error')

/** Rejects a few times before it does what it always did. */
function failing<Input, Output>(write: (input: Input) => Promise<Output>, errors: Error[]) {
  return async (input: Input): Promise<Output> => {
    const error = errors.shift()
    if (error) throw error
    return write(input)
  }
}

test('a rejection is not answered until it is audited; until then its custodian is blocked', async () => {
  await using server = await startWithStore((store) => ({ endRotation: failing(store.endRotation, [full()]) }))
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper', { mode: 'wrong-signature' })
  const headers = { 'idempotency-key': 'once' }
  const unsettled = await operator.rotate(credentials, { headers })
  expect(unsettled.status).toBe(503)
  expect(unsettled.body.error?.code).toBe('StorageFull')
  expect(unsettled.headers.get('rotation-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect((await operator.rotate(await server.credentials('copper'))).status).toBe(409)
  await until(async () => (await operator.rotations())[0]?.outcome === 'refused')
  const refused = await operator.rotate(credentials, { headers })
  expect(refused.status).toBe(400)
  expect(refused.headers.get('rotation-id')).toBe(unsettled.headers.get('rotation-id'))
  expect((await operator.rotate(await server.credentials('copper'))).status).toBe(200)
})

test('an internal failure is not answered until it is audited', async () => {
  const errors: Error[] = [full()]
  await using server = await startWithStore((store) => ({
    completeRotation: async () => fail('Forbidden', { info: ['reason=token-revoked'] }),
    endRotation: failing(store.endRotation, errors),
  }))
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper')
  expect((await operator.rotate(credentials)).status).toBe(503)
  await until(async () => (await operator.rotations())[0]?.outcome === 'failed')
  expect((await operator.rotate(credentials)).status, 'the control').toBe(403)
})

test('credentials that are already active are not answered as a success until it is audited', async () => {
  const errors: Error[] = []
  await using server = await startWithStore((store) => ({ endRotation: failing(store.endRotation, errors) }))
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper')
  await operator.rotate(credentials)
  errors.push(full())
  const answer = await operator.rotate(credentials)
  expect(answer.status).toBe(503)
  expect(answer.body.error?.code).toBe('StorageFull')
  expect(answer.headers.get('rotation-id')).toMatch(/^[0-9a-f-]{36}$/)
  await until(async () => (await operator.rotations())[0]?.outcome === 'unchanged')
})

test.each(['validate', 'check'] as const)(
  'the result of a %s is not answered until it is audited',
  async (operation) => {
    const errors: Error[] = []
    await using server = await startWithStore((store) => ({ endCheck: failing(store.endCheck, errors) }))
    const operator = await operatorAt(server)
    const credentials = await server.credentials('copper')
    await operator.rotate(credentials)
    errors.push(commitFailed())
    const answer = operation === 'check' ? await operator.check() : await operator.validate(credentials)
    expect(answer.status).toBe(503)
    expect(answer.body.error?.code).toBe('AuditUnavailable')
    expect(answer.body.value).toBeNull()
    await until(async () => (await operator.audit()).at(-1)?.endsWith('.ended') === true)
  },
)

test('when the intent cannot be stored, the provider is not contacted and the old credentials stay', async () => {
  const errors: Error[] = []
  await using server = await startWithStore((store) => ({ beginRotation: failing(store.beginRotation, errors) }))
  const operator = await operatorAt(server)
  const account = newAccount()
  await operator.rotate(await server.credentials('copper', { account }))
  const asked = server.simulator.counters.total()
  errors.push(commitFailed())
  const answer = await operator.rotate(await server.credentials('copper', { account }))
  expect(answer.status).toBe(503)
  expect(answer.body.error?.code).toBe('AuditUnavailable')
  expect(server.simulator.counters.total()).toBe(asked)
  expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
  expect(await operator.custodian()).toMatchObject({ credentialVersion: 2 })
})

test('when it cannot be stored that the provider accepted the active keys again, the rotation fails and they stay', async () => {
  const errors: Error[] = []
  await using server = await startWithStore((store) => ({ advanceRotation: failing(store.advanceRotation, errors) }))
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper')
  await operator.rotate(credentials)
  errors.push(commitFailed())
  const answer = await operator.rotate(credentials)
  expect([answer.status, answer.body.error?.code]).toEqual([503, 'AuditUnavailable'])
  expect((await operator.rotations())[0]).toMatchObject({ outcome: 'failed', stage: 'sent' })
  expect(await operator.custodian()).toMatchObject({ credentialVersion: 1 })
  expect((await operator.rotate(credentials)).status).toBe(200)
})

test('a commit that failed is voided: a definite failure', async () => {
  const errors = [commitFailed()]
  await using server = await startWithStore((store) => ({ completeRotation: failing(store.completeRotation, errors) }))
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper')
  const { status, body } = await operator.rotate(credentials)
  expect([status, body.error?.code]).toEqual([503, 'AuditUnavailable'])
  expect(await operator.rotations()).toMatchObject([{ outcome: 'voided', reason: 'reason=commit-failed' }])
  expect(await operator.custodian()).toMatchObject({ credentialVersion: 0 })
  expect((await server.rest(null, '/readyz')).status).toBe(200)
  expect((await operator.rotate(credentials)).status).toBe(200)
})

test('a full disk during activation is reported as such, and the old credentials stay', async () => {
  const errors = [full()]
  await using server = await startWithStore((store) => ({ completeRotation: failing(store.completeRotation, errors) }))
  const operator = await operatorAt(server)
  const answer = await operator.rotate(await server.credentials('copper'))
  expect(answer.status).toBe(503)
  expect(answer.body.error).toMatchObject({
    code: 'StorageFull',
    message: expect.stringContaining('keys that were active still are'),
  })
  expect(await operator.rotations()).toMatchObject([{ outcome: 'failed', reason: 'reason=StorageFull' }])
})

test('when a failed commit cannot be voided either, the outcome is unknown, and the server is not ready and stops', async () => {
  await using server = await startWithStore(() => ({
    completeRotation: () => Promise.reject(commitFailed()),
    endRotation: () => Promise.reject(commitFailed()),
  }))
  const operator = await operatorAt(server)
  const answer = await operator.rotate(await server.credentials('copper'))
  expect(answer.status).toBe(500)
  expect(answer.body.error).toMatchObject({ code: 'OutcomeUnknown', changed: 'unknown', verdict: null, provider: null })
  expect(answer.headers.get('rotation-id')).toBe((await operator.rotations())[0]?.rotationId)
  expect((await server.app.broken).message).toContain(answer.headers.get('rotation-id'))
  expect((await server.rest(null, '/readyz')).status).toBe(503)
  expect((await server.rest(null, '/livez')).status).toBe(200)
})

test('tRPC returns the ID of a rotation whose outcome is unknown', async () => {
  await using server = await startWithStore(() => ({
    completeRotation: () => Promise.reject(commitFailed()),
    endRotation: () => Promise.reject(commitFailed()),
  }))
  const operator = await operatorAt(server)
  const { updateApiKeys } = server.trpc(operator.token).custodians
  const credentials = await server.credentials('copper')
  const request = updateApiKeys.mutate({ tenantId: tenants.first, custodianId: custodians.copper, ...credentials })
  const error = (await request.catch((reason: unknown) => reason)) as { data: { failure: object } }
  const [rotation] = await operator.rotations()
  expect(error.data.failure).toMatchObject({
    code: 'OutcomeUnknown',
    rotationId: rotation?.rotationId,
    changed: 'unknown',
    verdict: null,
    provider: null,
  })
})

test('a commit that failed but was stored is answered as stored', async () => {
  await using server = await startWithStore((store) => ({
    completeRotation: async (completion) => {
      await store.completeRotation(completion)
      throw commitFailed()
    },
  }))
  const operator = await operatorAt(server)
  expect((await operator.rotate(await server.credentials('copper'))).status).toBe(200)
  expect(await operator.custodian()).toMatchObject({ credentialVersion: 1 })
})

test('an internal error during activation leaves the custodian unblocked and its old credentials active', async () => {
  const errors: Error[] = [new TypeError('planted')]
  await using server = await startWithStore((store) => ({ completeRotation: failing(store.completeRotation, errors) }))
  const operator = await operatorAt(server)
  const answer = await operator.rotate(await server.credentials('copper'))
  expect(answer.status).toBe(500)
  expect(JSON.stringify(answer.body)).not.toContain('planted')
  expect(await operator.rotations()).toMatchObject([{ outcome: 'failed', reason: 'reason=UnexpectedError' }])
  expect((await operator.rotate(await server.credentials('copper'))).status).toBe(200)
})

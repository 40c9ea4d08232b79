import { describe, expect, test } from 'vitest'
import { StoreError } from '../../server/store/store-error.ts'
import { operatorAt } from '../harness/operator.ts'
import { until } from '../harness/until.ts'
import { newAccount, startWithStore } from './setup.ts'

const lostAnswer = () => new StoreError('unknown-outcome', 'SQLITE_IOERR_FSYNC', 'the answer to the COMMIT was lost')

type Loss = { isCommitted: boolean; times: number }

/** A write whose answer is lost as many times as `loss` says, after it was committed or without that. */
const losing =
  <Input, Output>(write: (input: Input) => Promise<Output>, loss: Loss) =>
  async (input: Input): Promise<Output> => {
    if (loss.times === 0) return write(input)
    loss.times -= 1
    if (loss.isCommitted) await write(input)
    throw lostAnswer()
  }

describe.each([
  ['although it was committed', true],
  ['and it was not committed', false],
] as const)('when the answer to a COMMIT is lost, %s', (_, isCommitted) => {
  test('a rotation that may have begun is ended, its provider is not asked, and the custodian stays free', async () => {
    const loss = { isCommitted, times: 0 }
    await using server = await startWithStore((store) => ({ beginRotation: losing(store.beginRotation, loss) }))
    const operator = await operatorAt(server)
    const credentials = await server.credentials('copper')
    const headers = { 'idempotency-key': 'once' }
    loss.times = 1
    const lost = await operator.rotate(credentials, { headers })
    expect([lost.status, lost.body.error?.code]).toEqual([503, 'AuditUnavailable'])
    expect(server.simulator.counters.total()).toBe(0)
    expect(await operator.rotations()).toMatchObject(isCommitted ? [{ outcome: 'failed', stage: 'sent' }] : [])
    expect((await operator.rotate(credentials, { headers })).status, 'the same request runs again').toBe(200)
    expect(await operator.custodian()).toMatchObject({ credentialVersion: 1 })
  })

  test('a check that may have begun is ended, and holds no budget', async () => {
    const loss = { isCommitted, times: 0 }
    await using server = await startWithStore((store) => ({ beginCheck: losing(store.beginCheck, loss) }))
    const operator = await operatorAt(server)
    const credentials = await server.credentials('copper')
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      loss.times = 1
      expect((await operator.validate(credentials)).status).toBe(503)
    }
    expect(server.simulator.counters.total()).toBe(0)
    expect((await operator.validate(credentials)).status, 'four open checks would exhaust the budget').toBe(200)
    const audit = await operator.audit()
    expect(audit.filter((kind) => kind.endsWith('.intended'))).toHaveLength(isCommitted ? 5 : 1)
    expect(audit.filter((kind) => kind.endsWith('.ended'))).toHaveLength(isCommitted ? 5 : 1)
  })

  test('a refusal is stored once, and answered to the same request', async () => {
    const loss = { isCommitted, times: 0 }
    await using server = await startWithStore((store) => ({ endRotation: losing(store.endRotation, loss) }))
    const operator = await operatorAt(server)
    const credentials = await server.credentials('copper', { mode: 'wrong-signature' })
    const headers = { 'idempotency-key': 'once' }
    loss.times = 1
    expect((await operator.rotate(credentials, { headers })).status).toBe(503)
    await until(async () => (await operator.rotations())[0]?.outcome === 'refused')
    expect((await operator.rotate(credentials, { headers })).status).toBe(400)
    expect((await operator.audit()).filter((kind) => kind === 'rotation.ended')).toHaveLength(1)
  })

  test('an activation is voided or stands, and is answered as what it is, even if the answer to voiding it is lost', async () => {
    const activation = { isCommitted, times: 1 }
    const voiding = { isCommitted: true, times: 1 }
    await using server = await startWithStore((store) => ({
      completeRotation: losing(store.completeRotation, activation),
      endRotation: losing(store.endRotation, voiding),
    }))
    const operator = await operatorAt(server)
    const account = newAccount()
    const rotate = async () => operator.rotate(await server.credentials('copper', { account }))
    expect((await rotate()).status).toBe(isCommitted ? 200 : 503)
    expect(await operator.rotations()).toMatchObject([{ outcome: isCommitted ? 'stored' : 'voided' }])
    expect((await rotate()).status, 'and the custodian is free').toBe(200)
  })
})

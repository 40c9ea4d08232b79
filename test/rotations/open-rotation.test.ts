import { expect, test } from 'vitest'
import { operatorAt, pathOf } from '../harness/operator.ts'
import { custodians, seed, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { makeFolder, newAccount } from './setup.ts'

test('while the provider is slow, the list of rotations shows the one in progress and its stage', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const answer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  server.simulator.onRequest(() => {
    asked.resolve()
    return answer.promise
  })
  const rotation = operator.rotate(await server.credentials('copper'))
  await asked.promise
  expect(await operator.rotations()).toMatchObject([{ stage: 'sent', outcome: null, verdict: null, endedAt: null }])
  expect(await operator.custodian()).toMatchObject({ state: 'rotating', credentialVersion: 0 })
  answer.resolve()
  expect((await rotation).status).toBe(200)
  expect(await operator.rotations()).toMatchObject([{ stage: 'stored', outcome: 'stored', verdict: 'valid' }])
  expect(await operator.custodian()).toMatchObject({ state: 'in-force', credentialVersion: 1 })
})

test('a second rotation of a custodian is refused while one is in progress, and changes nothing', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const first = await server.credentials('copper')
  const second = await server.credentials('copper')
  const answer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  server.simulator.onRequest(() => {
    asked.resolve()
    return answer.promise
  })
  const rotation = operator.rotate(first)
  await asked.promise
  const refused = await operator.rotate(second)
  expect(refused.status).toBe(409)
  expect(refused.body.error).toMatchObject({ code: 'RotationInProgress' })
  expect(server.simulator.counters.of(second.apiKey).received).toBe(0)
  answer.resolve()
  expect((await rotation).status).toBe(200)
  expect(await operator.audit()).toEqual(['rotation.intended', 'rotation.ended'])
})

test('of a thousand concurrent rotations of one custodian as many succeed as versions are added; the others are answered 409', {
  timeout: 120_000,
}, async () => {
  await using server = await startTestServer({ limits: { tokenRate: 0, tokenInFlight: 0 } })
  const operator = await operatorAt(server)
  const account = newAccount()
  const offers = await Promise.all(Array.from({ length: 1000 }, () => server.credentials('copper', { account })))
  let inFlight = 0
  let mostInFlight = 0
  server.simulator.onRequest(() => {
    inFlight += 1
    mostInFlight = Math.max(mostInFlight, inFlight)
  })
  server.simulator.onAnswered(() => {
    inFlight -= 1
  })
  const answers = await Promise.all(offers.map((credentials) => operator.rotate(credentials)))
  const codes = answers.map(({ body }) => body.error?.code ?? 'ok')
  const stored = codes.filter((code) => code === 'ok').length
  expect(new Set(codes)).toEqual(new Set(['ok', 'RotationInProgress']))
  expect(await operator.custodian()).toMatchObject({ credentialVersion: stored })
  expect(mostInFlight, 'provider calls at once').toBe(1)
  expect(server.simulator.counters.total(), 'provider calls').toBe(stored)
  expect(await operator.rotations()).toHaveLength(stored)
})

test('a rotation is listed before those that ended before it began, also where a clock was ahead of theirs', async () => {
  const time = { now: Date.now() + 3_600_000 }
  const account = newAccount()
  await using folder = await makeFolder()
  {
    await using ahead = await startTestServer(folder, { clock: { now: () => time.now } })
    await seed(ahead.app.store)
    expect((await (await operatorAt(ahead)).rotate(await ahead.credentials('copper', { account }))).status).toBe(200)
  }
  await using server = await startTestServer(folder)
  const operator = await operatorAt(server)
  for (let times = 0; times < 2; times += 1)
    expect((await operator.rotate(await server.credentials('copper', { account }))).status).toBe(200)
  expect(await operator.rotations()).toMatchObject([
    { credentialVersion: 2 },
    { credentialVersion: 1 },
    { credentialVersion: 0 },
  ])
})

test('different custodians are rotated in parallel', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const both = Promise.withResolvers<void>()
  let asked = 0
  server.simulator.onRequest(() => {
    asked += 1
    if (asked === 2) both.resolve()
    return both.promise
  })
  const answers = await Promise.all([
    operator.rotate(await server.credentials('copper')),
    operator.rotate(await server.credentials('fireblocks'), { custodianId: custodians.fireblocks }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test.each([
  ['was revoked', 'token-revoked'],
  ['expired', 'token-expired'],
] as const)(
  'when the token %s during the provider request, nothing is stored and the answer says so',
  async (what, reason) => {
    const time = { now: Date.now() }
    await using server = await startTestServer({}, { clock: { now: () => time.now } })
    const onlooker = await operatorAt(server, await server.token({ expiresAt: time.now + 9_000_000 }))
    const operator = await operatorAt(server, await server.token({ name: 'leaver', expiresAt: time.now + 1_000 }))
    server.simulator.onRequest(async () => {
      if (what === 'expired') time.now += 1_000
      else await server.app.store.revokeToken({ token: 'leaver', actor: 'test', at: time.now })
    })
    const answer = await operator.rotate(await server.credentials('copper'))
    expect(answer.status).toBe(403)
    expect(answer.body.error).toMatchObject({
      code: 'Forbidden',
      message: `New keys not stored: the operator token ${what} while the rotation was running. Nothing was changed. Rotate again with a valid token.`,
      info: [`reason=${reason}`],
    })
    expect(await onlooker.custodian()).toMatchObject({ credentialVersion: 0, state: 'no-credentials' })
    expect(await onlooker.rotations()).toMatchObject([{ outcome: 'failed', reason: `reason=${reason}` }])
  },
)

test('a stop waits for the rotation in flight, which is stored and answered', async () => {
  const server = await startTestServer()
  const operator = await operatorAt(server)
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  server.simulator.onRequest(() => {
    asked.resolve()
    return answer.promise
  })
  const rotation = operator.rotate(await server.credentials('copper'))
  await asked.promise
  const stopped = server[Symbol.asyncDispose]()
  answer.resolve()
  expect((await rotation).status).toBe(200)
  await stopped
})

test('a stop waits for the rotation of a caller who hung up, and stores it', async () => {
  await using folder = await makeFolder()
  const server = await startTestServer(folder)
  await seed(server.app.store)
  const token = await server.token()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  server.simulator.onRequest(() => {
    asked.resolve()
    return answer.promise
  })
  const hangUp = new AbortController()
  const body = JSON.stringify({ tenantId: tenants.first, ...(await server.credentials('copper')) })
  const call = server.rest(token, pathOf(custodians.copper, 'update_api_keys'), {
    method: 'PUT',
    body,
    signal: hangUp.signal,
  })
  await asked.promise
  hangUp.abort()
  await expect(call).rejects.toThrow()
  const stopped = server[Symbol.asyncDispose]()
  answer.resolve()
  await stopped
  await using next = await startTestServer(folder)
  const operator = await operatorAt(next, token)
  expect(await operator.rotations()).toMatchObject([{ outcome: 'stored' }])
  expect(await operator.custodian()).toMatchObject({ credentialVersion: 1, state: 'in-force' })
})

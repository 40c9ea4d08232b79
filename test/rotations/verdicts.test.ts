import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { Mode } from '../../server/providers/simulator/modes.ts'
import type { SimulatorKey } from '../../server/providers/simulator/state.ts'
import { ProviderId, type Verdict } from '../../shared/providers.ts'
import { type Answer, operatorAt } from '../harness/operator.ts'
import { id, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { newAccount } from './setup.ts'

const verdictOf: Record<Mode, Verdict> = {
  ok: 'valid',
  'accepts-anything': 'valid',
  'wrong-signature': 'wrong-credentials',
  'unknown-key': 'wrong-credentials',
  'expired-certificate': 'wrong-credentials',
  'no-permission': 'not-permitted',
  'ip-refused': 'not-permitted',
  'other-account': 'different-account',
  'skewed-clock': 'clock-skew',
  throttled: 'throttled',
  'throttled-retry-after': 'throttled',
  'locked-out': 'throttled',
  '500': 'unreachable',
  '502-html': 'unreachable',
  html: 'unreachable',
  'error-in-200': 'unreachable',
  'malformed-json': 'unreachable',
  redirect: 'unreachable',
  hang: 'unreachable',
  'slow-headers': 'unreachable',
  dribble: 'unreachable',
  reset: 'unreachable',
  'huge-body': 'unreachable',
  'gzip-bomb': 'unreachable',
}

/** Only the deadline ends these; they wait for it together. The others go one by one, so that a slow machine meets it. */
const endless: ReadonlySet<Mode> = new Set(['hang', 'slow-headers', 'dribble'])

const refusing: readonly Verdict[] = ['wrong-credentials', 'not-permitted', 'different-account']

type Findings = {
  readonly validated: Answer
  readonly versionAfterValidation: unknown
  readonly rotated: Answer
  readonly custodian: Record<string, unknown>
  readonly rotation: Record<string, unknown> | undefined
  readonly checked: Answer
  readonly stateAfterCheck: unknown
}

type Issued = Awaited<ReturnType<typeof issueCredentials>>

/** More credentials with the same secret: making an RSA key takes longer than anything that a test asks with it. */
function withNewKeyId({ credentials, key }: Issued, behaviour: Pick<SimulatorKey, 'account' | 'mode'>): Issued {
  const apiKey = key.provider === 'fireblocks' ? randomUUID() : randomBytes(32).toString('hex')
  return { credentials: { ...credentials, apiKey }, key: { ...key, ...behaviour, apiKey } }
}

/** Credentials that become active, and others with which the provider behaves in the mode. */
function issueIn(mode: Mode, [good, offered]: readonly [Issued, Issued]) {
  const account = newAccount()
  return { good: withNewKeyId(good, { account, mode: 'ok' }), offered: withNewKeyId(offered, { account, mode }) }
}

/** A custodian with active credentials is offered others with which the provider behaves in the mode. */
async function offerInMode(server: TestServer, place: Place): Promise<Findings> {
  const { mode, provider, custodianId, good, offered } = place
  const operator = await operatorAt(server)
  await server.app.store.putCustodians([
    { custodianId, tenantId: tenants.first, name: `${provider} ${mode}`, provider, baseUrl: 'simulator:' },
  ])
  for (const { key } of [good, offered]) server.simulator.addKey(key)
  expect((await operator.rotate(good.credentials, { custodianId })).body.error).toBe(null)
  const validated = await operator.validate(offered.credentials, { custodianId })
  const { credentialVersion } = await operator.custodian(custodianId)
  const rotated = await operator.rotate(offered.credentials, { custodianId })
  const custodian = await operator.custodian(custodianId)
  const [rotation] = await operator.rotations(custodianId)
  for (const { key } of [good, offered]) server.simulator.setMode(key.apiKey, mode)
  const checked = await operator.check(custodianId)
  const { state } = await operator.custodian(custodianId)
  return {
    validated,
    versionAfterValidation: credentialVersion,
    rotated,
    custodian,
    rotation,
    checked,
    stateAfterCheck: state,
  }
}

type Place = ReturnType<typeof issueIn> & {
  readonly mode: Mode
  readonly provider: ProviderId
  readonly custodianId: ReturnType<typeof id>
}

const findings = new Map<string, Findings>()

beforeAll(async () => {
  let url = ''
  const validator = createCredentialValidator({ resolveBaseUrl: () => url, limits: { totalMs: 5_000 } })
  await using server = await startTestServer({}, { validator })
  url = server.simulator.url
  const places: Place[] = []
  for (const [at, provider] of ProviderId.options.entries()) {
    const issued = [await issueCredentials(provider), await issueCredentials(provider)] as const
    for (const [index, mode] of Mode.options.entries()) {
      const custodianId = id(1000 * (at + 1) + index)
      places.push({ mode, provider, custodianId, ...issueIn(mode, issued) })
    }
  }
  const find = async (place: Place) => {
    findings.set(`${place.provider} ${place.mode}`, await offerInMode(server, place))
  }
  const waiting = Promise.all(places.filter(({ mode }) => endless.has(mode)).map(find))
  for (const place of places) if (!endless.has(place.mode)) await find(place)
  await waiting
})

describe.each(ProviderId.options)('%s', (provider) => {
  const found = (mode: Mode) => findings.get(`${provider} ${mode}`) as Findings
  const modesWith = (condition: (verdict: Verdict) => boolean) =>
    Mode.options.filter((mode) => condition(verdictOf[mode]))

  test.each(modesWith((verdict) => verdict === 'valid'))(
    'credentials that the provider accepts (%s) are active afterwards',
    (mode) => {
      const { rotated, custodian, rotation } = found(mode)
      expect(rotated.status).toBe(200)
      expect(rotated.body.value).toMatchObject({ success: true, validationStatus: true, isWrongCredentials: false })
      expect(custodian).toMatchObject({ credentialVersion: 2, state: 'in-force' })
      expect(rotation).toMatchObject({ outcome: 'stored', verdict: 'valid', stage: 'stored' })
    },
  )

  test.each(modesWith((verdict) => refusing.includes(verdict)))(
    'wrong or unpermitted credentials (%s) are refused with 400, and the old ones stay',
    (mode) => {
      const { rotated, custodian, rotation } = found(mode)
      const verdict = verdictOf[mode]
      expect(rotated.status).toBe(400)
      expect(rotated.body.error?.code).toBe('ValidationError')
      expect(rotated.body.error?.message).toContain('the old keys are still active')
      expect(rotated.body.error?.info[0]).toMatch(new RegExp(`^reason=${verdict} provider=${provider}( \\w+=\\S+)*$`))
      expect(rotated.body.error).toMatchObject({ changed: 'nothing', verdict, provider, cause: null })
      expect(rotated.body.value).toEqual({
        success: false,
        validationStatus: false,
        isWrongCredentials: verdict === 'wrong-credentials',
        message: rotated.body.error?.message,
      })
      expect(custodian).toMatchObject({ credentialVersion: 1, state: 'in-force' })
      expect(rotation).toMatchObject({ outcome: 'refused', verdict, reason: rotated.body.error?.info[0] })
    },
  )

  test.each(modesWith((verdict) => verdict !== 'valid' && !refusing.includes(verdict)))(
    'an unreachable provider (%s) is answered with 500, and the old credentials stay',
    (mode) => {
      const { rotated, custodian, rotation } = found(mode)
      expect(rotated.status).toBe(500)
      expect(rotated.body.error?.code).toBe('ProviderUnavailable')
      expect(rotated.body.error?.message).toContain('the old keys are still active')
      expect(rotated.body.error?.info[0]).toMatch(new RegExp(`^reason=${verdictOf[mode]} provider=${provider} `))
      expect(rotated.body.error).toMatchObject({ changed: 'nothing', verdict: verdictOf[mode], provider })
      if (verdictOf[mode] === 'unreachable')
        expect(rotated.body.error?.info[0]).toContain(`cause=${rotated.body.error?.cause}`)
      else expect(rotated.body.error?.cause).toBeNull()
      expect(rotated.body.value).toBeNull()
      expect(rotated.headers.get('retry-after')).toBe(mode === 'throttled-retry-after' ? '17' : null)
      expect(custodian).toMatchObject({ credentialVersion: 1, state: 'in-force' })
      expect(rotation).toMatchObject({ outcome: 'failed', verdict: verdictOf[mode] })
    },
  )

  test.each(Mode.options)('validating (%s) answers like rotating, and stores nothing', (mode) => {
    const { validated, rotated, versionAfterValidation } = found(mode)
    expect(versionAfterValidation).toBe(1)
    expect(validated.status).toBe(rotated.status)
    expect(validated.body.error).toEqual(rotated.body.error)
    const verdict = verdictOf[mode]
    if (validated.body.value === null) expect(validated.status).toBe(500)
    else
      expect(validated.body.value).toMatchObject({
        verdict,
        validationStatus: verdict === 'valid',
        isWrongCredentials: verdict === 'wrong-credentials',
      })
  })

  test.each(Mode.options)(
    'checking the active credentials (%s) returns the verdict, and only wrong ones become rejected',
    (mode) => {
      const { checked, stateAfterCheck } = found(mode)
      const verdict = verdictOf[mode]
      expect(checked.status).toBe(200)
      expect(checked.body.value).toMatchObject({ verdict, validationStatus: verdict === 'valid' })
      expect(stateAfterCheck).toBe(verdict === 'wrong-credentials' ? 'rejected' : 'in-force')
    },
  )

  test.each(Mode.options)('the answer to a rotation (%s) has its ID', (mode) => {
    expect(found(mode).rotated.headers.get('rotation-id')).toBe(found(mode).rotation?.rotationId)
  })
})

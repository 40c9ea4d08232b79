import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { Mode } from '../../server/providers/simulator/modes.ts'
import { type Simulator, startSimulator } from '../../server/providers/simulator/simulator.ts'
import type { Credentials } from '../../server/vault/credentials.ts'
import type { ProviderId } from '../../shared/providers.ts'
import { issueInto, providerIds, sealed, shortLimits, targetAt } from './setup.ts'

/** For each mode the reason of each provider; `provider=` stands for itself. */
const expected: Record<Mode, { fireblocks: string; copper: string }> = {
  ok: both('valid'),
  'other-account': both('different-account'),
  'accepts-anything': both('valid'),
  'wrong-signature': { fireblocks: 'wrong-credentials http=401 code=-1', copper: 'wrong-credentials http=401' },
  'unknown-key': { fireblocks: 'wrong-credentials http=401 code=-7', copper: 'wrong-credentials http=401' },
  'expired-certificate': { fireblocks: 'wrong-credentials http=401 code=-5', copper: 'wrong-credentials http=401' },
  'no-permission': { fireblocks: 'not-permitted http=401 code=-8', copper: 'not-permitted http=403' },
  'ip-refused': both('not-permitted http=403'),
  'skewed-clock': { fireblocks: 'clock-skew http=401 code=-12', copper: 'clock-skew http=401' },
  throttled: both('throttled http=429'),
  'throttled-retry-after': both('throttled http=429'),
  'locked-out': both('throttled http=429'),
  '500': both('unreachable http=500 cause=unexpected-status'),
  '502-html': both('unreachable http=502 cause=html'),
  html: both('unreachable http=200 cause=html'),
  'error-in-200': both('unreachable http=200 cause=unexpected-body'),
  'malformed-json': both('unreachable http=200 cause=unexpected-body'),
  redirect: both('unreachable http=307 cause=redirect'),
  hang: both('unreachable cause=timeout'),
  'slow-headers': both('unreachable cause=timeout'),
  dribble: both('unreachable cause=timeout'),
  reset: both('unreachable cause=reset'),
  'huge-body': both('unreachable cause=oversized-body'),
  'gzip-bomb': both('unreachable cause=encoded-body'),
}

function both(text: string) {
  return { fireblocks: text, copper: text }
}

const reasonOf = (provider: ProviderId, text: string): string => {
  const [verdict, ...rest] = text.split(' ')
  return [`reason=${verdict}`, `provider=${provider}`, ...rest].join(' ')
}

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator({ state: { keys: [] } })
})
afterAll(() => simulator.stop())

describe.each(providerIds)('%s', (provider) => {
  let credentials: Credentials
  let apiKey: string
  let pinned: string | null

  beforeAll(async () => {
    const issued = await issueInto(simulator, provider)
    apiKey = issued.key.apiKey
    credentials = sealed(issued.credentials)
    pinned = (await createCredentialValidator().probe(targetAt(provider, simulator.url), credentials)).account ?? null
    expect(pinned).toMatch(new RegExp(`^${provider}:[0-9a-f]{32}$`))
  })

  test.each(Mode.options)('the simulator in mode %s leads to the verdict that fits it', async (mode) => {
    simulator.setMode(apiKey, mode)
    const text = expected[mode][provider]
    const validator = createCredentialValidator(text.endsWith('cause=timeout') ? { limits: shortLimits } : {})
    const probeResult = await validator.probe(targetAt(provider, simulator.url, pinned), credentials)
    expect(probeResult.reason).toBe(reasonOf(provider, text))
    expect(probeResult.verdict).toBe(text.split(' ')[0])
    expect(probeResult.source).toBe('provider')
    expect(probeResult.message).toMatch(/^[A-Z].*\.$/)
    expect(probeResult.retryAfterSeconds).toBe(mode === 'throttled-retry-after' ? 17 : undefined)
    expect(probeResult.account).toBe(probeResult.verdict === 'valid' ? pinned : undefined)
  })
})

test('credentials unknown to the simulator are rejected by both providers', async () => {
  for (const provider of providerIds) {
    const { credentials } = await issueCredentials(provider)
    const probeResult = await createCredentialValidator().probe(targetAt(provider, simulator.url), sealed(credentials))
    expect(probeResult.reason).toBe(reasonOf(provider, expected['unknown-key'][provider]))
  }
})

test('a secret that belongs to another key is refused although the key is known, unless the mode accepts anything', async () => {
  for (const provider of providerIds) {
    const known = await issueInto(simulator, provider)
    const other = await issueCredentials(provider)
    const mixed = sealed({ apiKey: known.credentials.apiKey, secretApiKey: other.credentials.secretApiKey })
    const ask = async () => (await createCredentialValidator().probe(targetAt(provider, simulator.url), mixed)).verdict
    expect(await ask()).toBe('wrong-credentials')
    simulator.setMode(known.key.apiKey, 'accepts-anything')
    expect(await ask()).toBe('valid')
  }
})

test('Copper locks a key after its failures, and then even the right secret is throttled', async () => {
  const { credentials, key } = await issueCredentials('copper')
  simulator.addKey({ ...key, lockOutAfter: 3 })
  const ask = async (secretApiKey: string) =>
    (
      await createCredentialValidator().probe(
        targetAt('copper', simulator.url),
        sealed({ ...credentials, secretApiKey }),
      )
    ).verdict
  const wrong = 'x'.repeat(64)
  expect([await ask(wrong), await ask(wrong), await ask(credentials.secretApiKey)]).toEqual([
    'wrong-credentials',
    'wrong-credentials',
    'valid',
  ])
  expect([await ask(wrong), await ask(credentials.secretApiKey)]).toEqual(['wrong-credentials', 'throttled'])
})

test('many probes of the same credentials within one millisecond are not replays', async () => {
  const now = Date.now()
  await using still = await startSimulator({ state: { keys: [] }, now: () => now })
  for (const provider of providerIds) {
    const { credentials } = await issueInto(still, provider)
    const validator = createCredentialValidator({ now: () => now })
    const probeResults = await Promise.all(
      Array.from({ length: 20 }, () => validator.probe(targetAt(provider, still.url), sealed(credentials))),
    )
    expect(new Set(probeResults.map(({ verdict }) => verdict))).toEqual(new Set(['valid']))
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createJudge } from '../../server/providers/judge.ts'
import { issuePair } from '../../server/providers/simulator/issue-pair.ts'
import { Mode } from '../../server/providers/simulator/modes.ts'
import { type Simulator, startSimulator } from '../../server/providers/simulator/simulator.ts'
import type { CredentialPair } from '../../server/vault/credentials.ts'
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
  let pair: CredentialPair
  let apiKey: string
  let pinned: string | null

  beforeAll(async () => {
    const issued = await issueInto(simulator, provider)
    apiKey = issued.key.apiKey
    pair = sealed(issued.pair)
    pinned = (await createJudge().probe(targetAt(provider, simulator.url), pair)).account ?? null
    expect(pinned).toMatch(new RegExp(`^${provider}:[0-9a-f]{32}$`))
  })

  test.each(Mode.options)('the simulator in mode %s leads to the verdict that fits it', async (mode) => {
    simulator.setMode(apiKey, mode)
    const text = expected[mode][provider]
    const judge = createJudge(text.endsWith('cause=timeout') ? { limits: shortLimits } : {})
    const judgement = await judge.probe(targetAt(provider, simulator.url, pinned), pair)
    expect(judgement.reason).toBe(reasonOf(provider, text))
    expect(judgement.verdict).toBe(text.split(' ')[0])
    expect(judgement.source).toBe('provider')
    expect(judgement.message).toMatch(/^[A-Z].*\.$/)
    expect(judgement.retryAfterSeconds).toBe(mode === 'throttled-retry-after' ? 17 : undefined)
    expect(judgement.account).toBe(judgement.verdict === 'valid' ? pinned : undefined)
  })
})

test('a pair that the simulator does not know is refused by both providers', async () => {
  for (const provider of providerIds) {
    const { pair } = await issuePair(provider)
    const judgement = await createJudge().probe(targetAt(provider, simulator.url), sealed(pair))
    expect(judgement.reason).toBe(reasonOf(provider, expected['unknown-key'][provider]))
  }
})

test('a secret that belongs to another key is refused although the key is known, unless the mode accepts anything', async () => {
  for (const provider of providerIds) {
    const known = await issueInto(simulator, provider)
    const other = await issuePair(provider)
    const mixed = sealed({ apiKey: known.pair.apiKey, secretApiKey: other.pair.secretApiKey })
    const ask = async () => (await createJudge().probe(targetAt(provider, simulator.url), mixed)).verdict
    expect(await ask()).toBe('wrong-credentials')
    simulator.setMode(known.key.apiKey, 'accepts-anything')
    expect(await ask()).toBe('valid')
  }
})

test('Copper locks a key after its failures, and then even the right secret is throttled', async () => {
  const { pair, key } = await issuePair('copper')
  simulator.addKey({ ...key, lockOutAfter: 3 })
  const ask = async (secretApiKey: string) =>
    (await createJudge().probe(targetAt('copper', simulator.url), sealed({ ...pair, secretApiKey }))).verdict
  const wrong = 'x'.repeat(64)
  expect([await ask(wrong), await ask(wrong), await ask(pair.secretApiKey)]).toEqual([
    'wrong-credentials',
    'wrong-credentials',
    'valid',
  ])
  expect([await ask(wrong), await ask(pair.secretApiKey)]).toEqual(['wrong-credentials', 'throttled'])
})

test('many probes of one pair within one millisecond are no replays of each other', async () => {
  const now = Date.now()
  await using still = await startSimulator({ state: { keys: [] }, now: () => now })
  for (const provider of providerIds) {
    const { pair } = await issueInto(still, provider)
    const judge = createJudge({ now: () => now })
    const judgements = await Promise.all(
      Array.from({ length: 20 }, () => judge.probe(targetAt(provider, still.url), sealed(pair))),
    )
    expect(new Set(judgements.map(({ verdict }) => verdict))).toEqual(new Set(['valid']))
  }
})

import { describe, expect, test } from 'vitest'
import { copper } from '../../server/providers/copper.ts'
import { fireblocks } from '../../server/providers/fireblocks.ts'
import type { Answer } from '../../server/providers/provider.ts'

const answer = (status: number, body: unknown, more: Partial<Answer> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  clockAheadSeconds: 0,
  ...more,
})

describe('Fireblocks', () => {
  const coded = (code: unknown, more: Partial<Answer> = {}) =>
    fireblocks.classify(answer(401, { message: 'text of theirs', code }, more))

  test.each([
    [-1, 'wrong-credentials'],
    [-2, 'wrong-credentials'],
    [-3, 'unreachable'],
    [-4, 'unreachable'],
    [-5, 'wrong-credentials'],
    [-6, 'wrong-credentials'],
    [-7, 'wrong-credentials'],
    [-8, 'not-permitted'],
    [-10, 'clock-skew'],
    [-12, 'clock-skew'],
    [-99, 'not-permitted'],
  ])('a 401 with the code %i is %s', (code, verdict) => {
    expect(coded(code)).toMatchObject({ verdict, http: 401, code })
  })

  test('a 401 whose code is not a number is not treated as an answer of Fireblocks', () => {
    expect(coded('-1 text')).toMatchObject({ verdict: 'unreachable', cause: 'unexpected-body' })
    expect(coded(1e99)).toMatchObject({ verdict: 'unreachable', cause: 'unexpected-body' })
  })

  test('a rejected token while the clocks differ is a clock problem, not a wrong key', () => {
    expect(coded(-7, { clockAheadSeconds: 31 }).verdict).toBe('clock-skew')
    expect(coded(-7, { clockAheadSeconds: -31 }).verdict).toBe('clock-skew')
    expect(coded(-7, { clockAheadSeconds: 29 }).verdict).toBe('wrong-credentials')
    expect(coded(-7, { clockAheadSeconds: null }).verdict).toBe('wrong-credentials')
    expect(coded(-1, { clockAheadSeconds: 31 }).verdict).toBe('wrong-credentials')
  })

  test('the list of vault accounts does not identify the account, the workspace does', () => {
    const list = { accounts: [{ id: '0', name: 'Default', assets: [] }], paging: {} }
    expect(fireblocks.classify(answer(200, list))).toEqual({ verdict: 'accepted', account: null })
    expect(fireblocks.classify(answer(200, { accounts: [] }))).toEqual({ verdict: 'accepted', account: null })
    expect(fireblocks.classify(answer(200, { id: 'w', name: 'W' }))).toEqual({ verdict: 'accepted', account: 'w' })
    expect(fireblocks.classify(answer(200, null)).verdict).toBe('unreachable')
  })
})

describe('Copper', () => {
  test('the organization of the first portfolio is the account; without one the organizations are requested', () => {
    const portfolio = { portfolioId: 'p', portfolioName: 'P', isActive: true }
    const portfolios = (...list: object[]) => copper.classify(answer(200, { portfolios: list }))
    expect(portfolios({ ...portfolio, organizationId: 'o' })).toEqual({ verdict: 'accepted', account: 'o' })
    expect(portfolios(portfolio)).toEqual({ verdict: 'accepted', account: null })
    expect(portfolios()).toEqual({ verdict: 'accepted', account: null })
    const organizations = [{ organizationId: 'o', organizationName: 'O' }]
    expect(copper.classify(answer(200, { organizations }))).toEqual({ verdict: 'accepted', account: 'o' })
    expect(copper.classify(answer(200, { organizations: [] })).verdict).toBe('unreachable')
  })

  test('a 401 while the clocks differ is a clock problem, not a wrong key', () => {
    const refused = (clockAheadSeconds: number) =>
      copper.classify(answer(401, { error: 'unauthorized', message: '' }, { clockAheadSeconds })).verdict
    expect([refused(0), refused(45), refused(-45)]).toEqual(['wrong-credentials', 'clock-skew', 'clock-skew'])
  })
})

describe('a 429', () => {
  const waitFor = (headers: Record<string, string>) => copper.classify(answer(429, {}, { headers }))
  const date = 'Thu, 20 Nov 2025 12:00:00 GMT'

  test('says how long to wait in seconds, or as a date by the clock of the provider', () => {
    expect(waitFor({ 'retry-after': '17' })).toMatchObject({ verdict: 'throttled', retryAfterSeconds: 17 })
    expect(waitFor({ 'retry-after': 'Thu, 20 Nov 2025 12:02:00 GMT', date })).toMatchObject({ retryAfterSeconds: 120 })
    expect(waitFor({ 'retry-after': 'Thu, 20 Nov 2025 11:00:00 GMT', date })).toMatchObject({ retryAfterSeconds: 1 })
    expect(waitFor({ 'retry-after': '999999999' })).toMatchObject({ retryAfterSeconds: 86_400 })
  })

  test('without a readable time has no wait', () => {
    for (const text of ['soon', '-5', '1e3', ''])
      expect(waitFor({ 'retry-after': text })).not.toHaveProperty('retryAfterSeconds')
    expect(waitFor({})).toEqual({ verdict: 'throttled', http: 429 })
  })
})

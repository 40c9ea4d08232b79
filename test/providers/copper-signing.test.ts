import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { copper } from '../../server/providers/copper.ts'
import type { PlainPair } from '../../server/providers/provider.ts'
import { issuePair } from '../../server/providers/simulator/issue-pair.ts'
import { startSimulator } from '../../server/providers/simulator/simulator.ts'
import { issueInto } from './setup.ts'

/** A second implementation: `openssl dgst -sha256 -hmac`, as in Copper's own example. */
const opensslHmac = async (text: string, secret: string): Promise<string> => {
  const running = promisify(execFile)('openssl', ['dgst', '-sha256', '-hmac', secret])
  running.child.stdin?.end(text)
  return (await running).stdout.trim().replace(/^.*= /, '')
}

test('the signature is the HMAC that openssl computes over time, method and path with its query', async () => {
  const { pair } = await issuePair('copper')
  const path = '/platform/portfolios?limit=1'
  const { headers, method } = await copper.sign(pair, path, 1_730_482_675_607)
  expect(method).toBe('GET')
  expect(headers['x-timestamp']).toBe('1730482675607')
  expect(headers.authorization).toBe(`ApiKey ${pair.apiKey}`)
  expect(headers['x-signature']).toBe(await opensslHmac(`1730482675607GET${path}`, pair.secretApiKey))
  expect(headers['x-signature']).not.toBe(await opensslHmac('1730482675607GET/platform/portfolios', pair.secretApiKey))
})

describe('a request that openssl signed, as in the example that Copper publishes', () => {
  const path = '/platform/portfolios?limit=1'
  const signed = async ({ apiKey, secretApiKey }: PlainPair, atMs = Date.now()): Promise<Record<string, string>> => ({
    authorization: `ApiKey ${apiKey}`,
    'x-timestamp': String(atMs),
    'x-signature': await opensslHmac(`${atMs}GET${path}`, secretApiKey),
  })
  const statusOf = async (origin: string, headers: Record<string, string>) =>
    (await fetch(origin + path, { headers })).status

  test('is accepted once by the simulator, with the right secret only', async () => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    const { pair } = await issueInto(simulator, 'copper')
    const other = await issuePair('copper')
    const headers = await signed(pair)
    expect(await statusOf(simulator.url, await signed({ ...pair, secretApiKey: other.pair.secretApiKey }))).toBe(401)
    expect(await statusOf(simulator.url, await signed(other.pair))).toBe(401)
    expect(await statusOf(simulator.url, headers)).toBe(200)
    expect(await statusOf(simulator.url, headers), 'a replay').toBe(401)
  })

  test('is refused when it is stale, from the future, or its signature is written in capitals', async () => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    const { pair } = await issueInto(simulator, 'copper')
    for (const awayMs of [-300_000, 300_000])
      expect(await statusOf(simulator.url, await signed(pair, Date.now() + awayMs))).toBe(401)
    const headers = await signed(pair)
    const capitals = { ...headers, 'x-signature': (headers['x-signature'] ?? '').toUpperCase() }
    expect(await statusOf(simulator.url, capitals)).toBe(401)
    expect(await statusOf(simulator.url, headers)).toBe(200)
  })
})

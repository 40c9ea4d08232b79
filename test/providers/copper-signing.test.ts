import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { copper } from '../../server/providers/copper.ts'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { startSimulator } from '../../server/providers/simulator/simulator.ts'
import { issueInto } from './setup.ts'

/** A second implementation: `openssl dgst -sha256 -hmac`, as in Copper's own example. */
const opensslHmac = async (text: string, secret: string): Promise<string> => {
  const running = promisify(execFile)('openssl', ['dgst', '-sha256', '-hmac', secret])
  running.child.stdin?.end(text)
  return (await running).stdout.trim().replace(/^.*= /, '')
}

test('the signature is the HMAC that openssl computes over time, method and path with its query', async () => {
  const { credentials } = await issueCredentials('copper')
  const path = '/platform/portfolios?limit=1'
  const { headers, method } = await copper.sign(credentials, path, 1_730_482_675_607)
  expect(method).toBe('GET')
  expect(headers['x-timestamp']).toBe('1730482675607')
  expect(headers.authorization).toBe(`ApiKey ${credentials.apiKey}`)
  expect(headers['x-signature']).toBe(await opensslHmac(`1730482675607GET${path}`, credentials.secretApiKey))
  expect(headers['x-signature']).not.toBe(
    await opensslHmac('1730482675607GET/platform/portfolios', credentials.secretApiKey),
  )
})

describe('a request that openssl signed, as in the example that Copper publishes', () => {
  const path = '/platform/portfolios?limit=1'
  const signed = async (
    { apiKey, secretApiKey }: PlainCredentials,
    atMs = Date.now(),
  ): Promise<Record<string, string>> => ({
    authorization: `ApiKey ${apiKey}`,
    'x-timestamp': String(atMs),
    'x-signature': await opensslHmac(`${atMs}GET${path}`, secretApiKey),
  })
  const statusOf = async (origin: string, headers: Record<string, string>) =>
    (await fetch(origin + path, { headers })).status

  test('is accepted once by the simulator, with the right secret only', async () => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    const { credentials } = await issueInto(simulator, 'copper')
    const other = await issueCredentials('copper')
    const headers = await signed(credentials)
    expect(
      await statusOf(simulator.url, await signed({ ...credentials, secretApiKey: other.credentials.secretApiKey })),
    ).toBe(401)
    expect(await statusOf(simulator.url, await signed(other.credentials))).toBe(401)
    expect(await statusOf(simulator.url, headers)).toBe(200)
    expect(await statusOf(simulator.url, headers), 'a replay').toBe(401)
  })

  test('is refused when it is stale, from the future, or its signature is written in capitals', async () => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    const { credentials } = await issueInto(simulator, 'copper')
    for (const awayMs of [-300_000, 300_000])
      expect(await statusOf(simulator.url, await signed(credentials, Date.now() + awayMs))).toBe(401)
    const headers = await signed(credentials)
    const capitals = { ...headers, 'x-signature': (headers['x-signature'] ?? '').toUpperCase() }
    expect(await statusOf(simulator.url, capitals)).toBe(401)
    expect(await statusOf(simulator.url, headers)).toBe(200)
  })
})

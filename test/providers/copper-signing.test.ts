import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { copper } from '../../server/providers/copper.ts'
import { issuePair } from '../../server/providers/simulator/issue-pair.ts'

/** A second implementation: `openssl dgst -sha256 -hmac`, as in Copper's own example. */
const opensslHmac = async (text: string, secret: string): Promise<string> => {
  const running = promisify(execFile)('openssl', ['dgst', '-sha256', '-hmac', secret])
  running.child.stdin?.end(text)
  return (await running).stdout.trim().replace(/^.*= /, '')
}

test('the signature is the HMAC that openssl computes over time, method and path with its query', async () => {
  const { pair } = await issuePair('copper')
  const path = '/platform/portfolios?limit=1'
  const { headers, method } = copper.sign(pair, path, 1_730_482_675_607)
  expect(method).toBe('GET')
  expect(headers['x-timestamp']).toBe('1730482675607')
  expect(headers.authorization).toBe(`ApiKey ${pair.apiKey}`)
  expect(headers['x-signature']).toBe(await opensslHmac(`1730482675607GET${path}`, pair.secretApiKey))
  expect(headers['x-signature']).not.toBe(await opensslHmac('1730482675607GET/platform/portfolios', pair.secretApiKey))
})

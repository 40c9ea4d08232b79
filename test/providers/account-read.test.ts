import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import type { Mode } from '../../server/providers/simulator/modes.ts'
import { startSimulator } from '../../server/providers/simulator/simulator.ts'
import { issueInto, sealed, targetAt } from './setup.ts'

describe('keys that can list wallets but not read the account', () => {
  const modes: [string, Mode, string][] = [
    ['a 403', 'ip-refused', 'http=403'],
    ['a 401 for a missing permission', 'no-permission', 'http=401 code=-8'],
    ['a 401 that calls the signature wrong, although it was accepted before', 'wrong-signature', 'http=401 code=-1'],
  ]
  test.each(modes)('are reported as such at Fireblocks: %s only on the workspace', async (_, mode, answer) => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    const { credentials } = await issueInto(simulator, 'fireblocks')
    simulator.onRequest(({ url, apiKey }) => simulator.setMode(apiKey, url === '/v1/workspace' ? mode : 'ok'))
    const probeResult = await createCredentialValidator().probe(
      targetAt('fireblocks', simulator.url),
      sealed(credentials),
    )
    expect(probeResult).toEqual({
      verdict: 'not-permitted',
      reason: `reason=not-permitted provider=fireblocks ${answer} cause=account-unreadable`,
      source: 'provider',
      cause: 'account-unreadable',
      message: expect.stringMatching(
        /^Fireblocks allows these keys to list wallets but not to read the workspace .*Viewer/,
      ),
    })
  })

  test('are reported as such at Copper, where the organization is requested if no portfolio has it', async () => {
    await using server = await answering((url) => (url.startsWith('/platform/portfolios') ? 200 : 403))
    const { credentials } = await issueCredentials('copper')
    const probeResult = await createCredentialValidator().probe(targetAt('copper', server.url), sealed(credentials))
    expect(probeResult.reason).toBe('reason=not-permitted provider=copper http=403 cause=account-unreadable')
    expect(probeResult.message).toMatch(/^Copper allows these keys to list wallets but not to read the organization /)
  })
})

test('control: a 403 on the wallets is a missing permission to list them', async () => {
  await using server = await answering(() => 403)
  const { credentials } = await issueCredentials('copper')
  const probeResult = await createCredentialValidator().probe(targetAt('copper', server.url), sealed(credentials))
  expect(probeResult.reason).toBe('reason=not-permitted provider=copper http=403')
  expect(probeResult.message).toMatch(/^Copper does not allow these keys to list wallets: /)
})

const answering = async (statusOf: (url: string) => number) => {
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(statusOf(url), { 'content-type': 'application/json' }).end('{"portfolios":[]}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

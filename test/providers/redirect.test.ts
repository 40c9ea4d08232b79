import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { copper } from '../../server/providers/copper.ts'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { fireblocks } from '../../server/providers/fireblocks.ts'
import { startSimulator } from '../../server/providers/simulator/simulator.ts'
import { issueInto, providerIds, sealed, targetAt } from './setup.ts'

const startOtherHost = async () => {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { seen, url: `http://localhost:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: close }
}

test.each(providerIds)('a redirect of %s sends no credentials to the other host', async (provider) => {
  await using other = await startOtherHost()
  await using simulator = await startSimulator({ state: { keys: [] }, redirectTo: other.url })
  const { credentials } = await issueInto(simulator, provider, { mode: 'redirect' })
  const probeResult = await createCredentialValidator().probe(targetAt(provider, simulator.url), sealed(credentials))
  expect(probeResult.reason).toMatch(/ http=307 cause=redirect$/)
  expect(other.seen).toEqual([])

  // The control: Node's fetch follows, and takes headers of ours along.
  const adapter = { fireblocks, copper }[provider]
  const { path, headers } = await adapter.sign(credentials, adapter.probePaths[0], Date.now())
  await (await fetch(`${simulator.url}${path}`, { headers })).text()
  expect(other.seen[0]).toHaveProperty(provider === 'fireblocks' ? 'x-api-key' : 'x-signature')
})

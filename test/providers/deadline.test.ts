import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import type { Mode } from '../../server/providers/simulator/modes.ts'
import { startSimulator } from '../../server/providers/simulator/simulator.ts'
import { issueInto, sealed, shortLimits, targetAt } from './setup.ts'

const slowModes: Mode[] = ['hang', 'slow-headers', 'dribble']

test.each(slowModes)('a probe that meets %s closes its connection with its verdict', async (mode) => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { credentials } = await issueInto(simulator, 'copper', { mode })
  const gone = Promise.withResolvers<number | null>()
  simulator.onAnswered(({ status }) => gone.resolve(status))
  // Long enough for the request to arrive from a busy machine.
  const limits = { ...shortLimits, totalMs: 2_000 }
  const probeResult = await createCredentialValidator({ limits }).probe(
    targetAt('copper', simulator.url),
    sealed(credentials),
  )
  expect(probeResult.reason).toMatch(/cause=timeout$/)
  expect(await gone.promise).toBeNull()
})

test('one deadline covers both requests of a probe', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { credentials } = await issueInto(simulator, 'fireblocks')
  simulator.onRequest(({ url, apiKey }) => {
    if (url === '/v1/workspace') simulator.setMode(apiKey, 'hang')
  })
  const probeResult = await createCredentialValidator({ limits: shortLimits }).probe(
    targetAt('fireblocks', simulator.url),
    sealed(credentials),
  )
  expect(probeResult.reason).toBe('reason=unreachable provider=fireblocks cause=timeout')
})

test('the caller can abort a probe earlier', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { credentials } = await issueInto(simulator, 'copper', { mode: 'hang' })
  const caller = new AbortController()
  simulator.onRequest(() => caller.abort())
  const probeResult = await createCredentialValidator().probe(
    targetAt('copper', simulator.url),
    sealed(credentials),
    caller.signal,
  )
  expect(probeResult.reason).toMatch(/cause=timeout$/)
})

test('a host that never finishes the TLS handshake times out', async () => {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { credentials } = await issueCredentials('copper')
  const limits = { ...shortLimits, connectMs: 250, totalMs: 20_000 }
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const probeResult = await createCredentialValidator({ limits }).probe(
    targetAt('copper', baseUrl),
    sealed(credentials),
  )
  server.close()
  expect(probeResult.reason).toMatch(/cause=connect-timeout$/)
})

test('fifty hanging probes delay no other, not even at the same address', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const hanging = await issueInto(simulator, 'copper', { mode: 'hang' })
  const quick = await issueInto(simulator, 'copper')
  const allIn = Promise.withResolvers<void>()
  simulator.onRequest(() => {
    if (simulator.counters.total() === 50) allIn.resolve()
  })
  const caller = new AbortController()
  const validator = createCredentialValidator()
  const stuck = Array.from({ length: 50 }, () =>
    validator.probe(targetAt('copper', simulator.url), sealed(hanging.credentials), caller.signal),
  )
  await allIn.promise
  expect((await validator.probe(targetAt('copper', simulator.url), sealed(quick.credentials))).verdict).toBe('valid')
  expect(simulator.counters.of(hanging.key.apiKey).inFlight).toBe(50)
  caller.abort()
  for (const { verdict } of await Promise.all(stuck)) expect(verdict).toBe('unreachable')
})

test('beyond 128 concurrent probes at one address the next is refused at once, and accepted again afterwards', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { credentials, key } = await issueInto(simulator, 'copper', { mode: 'hang' })
  const validator = createCredentialValidator({ limits: { connectMs: 60_000, totalMs: 60_000 } })
  const target = targetAt('copper', simulator.url)
  const ask = async (signal?: AbortSignal) => (await validator.probe(target, sealed(credentials), signal)).reason
  const callers = new AbortController()
  const hanging = Array.from({ length: 128 }, () => ask(callers.signal))
  const refused = await Promise.all([ask(), ask()])
  expect(refused.filter((reason) => reason.endsWith('cause=busy'))).toHaveLength(2)
  callers.abort()
  await Promise.allSettled(hanging)
  simulator.setMode(key.apiKey, 'ok')
  expect(await ask()).toBe('reason=valid provider=copper')
})

const probeOnce = `
  import { text } from 'node:stream/consumers'
  import { createCredentialValidator } from './server/providers/credential-validator.ts'
  import { Secret } from './shared/secret.ts'
  const { credentials, target, limits } = JSON.parse(await text(process.stdin))
  const sealed = { apiKey: new Secret(credentials.apiKey), secretApiKey: new Secret(credentials.secretApiKey) }
  const { reason } = await createCredentialValidator({ limits }).probe(target, sealed)
  process.stdout.write(reason)
  process.on('exit', () => process.stdout.write(' ' + process.getActiveResourcesInfo().filter((name) => /TCP|Timeout/.test(name))))
`

test('a process that probed a hanging provider has nothing left open and exits', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { credentials } = await issueInto(simulator, 'copper', { mode: 'hang' })
  const cwd = new URL('../..', import.meta.url)
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', probeOnce], { cwd })
  running.child.stdin?.end(
    JSON.stringify({ credentials, target: targetAt('copper', simulator.url), limits: shortLimits }),
  )
  expect((await running).stdout).toBe('reason=unreachable provider=copper cause=timeout ')
})

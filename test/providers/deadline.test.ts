import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createJudge } from '../../server/providers/judge.ts'
import { issuePair } from '../../server/providers/simulator/issue-pair.ts'
import type { Mode } from '../../server/providers/simulator/modes.ts'
import { startSimulator } from '../../server/providers/simulator/simulator.ts'
import { issueInto, sealed, shortLimits, targetAt } from './setup.ts'

const slowModes: Mode[] = ['hang', 'slow-headers', 'dribble']

test.each(slowModes)('a probe that meets %s gives up its connection together with its verdict', async (mode) => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { pair } = await issueInto(simulator, 'copper', { mode })
  const gone = Promise.withResolvers<number | null>()
  simulator.onAnswered(({ status }) => gone.resolve(status))
  const judgement = await createJudge({ limits: shortLimits }).probe(targetAt('copper', simulator.url), sealed(pair))
  expect(judgement.reason).toMatch(/cause=timeout$/)
  expect(await gone.promise).toBeNull()
})

test('the deadline holds for both requests of a probe together', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { pair } = await issueInto(simulator, 'fireblocks')
  simulator.onRequest(({ url, apiKey }) => {
    if (url === '/v1/workspace') simulator.setMode(apiKey, 'hang')
  })
  const judgement = await createJudge({ limits: shortLimits }).probe(
    targetAt('fireblocks', simulator.url),
    sealed(pair),
  )
  expect(judgement.reason).toBe('reason=unreachable provider=fireblocks cause=timeout')
})

test('the caller can give up earlier', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { pair } = await issueInto(simulator, 'copper', { mode: 'hang' })
  const caller = new AbortController()
  simulator.onRequest(() => caller.abort())
  const judgement = await createJudge().probe(targetAt('copper', simulator.url), sealed(pair), caller.signal)
  expect(judgement.reason).toMatch(/cause=timeout$/)
})

test('a host that never finishes the TLS handshake is given up', async () => {
  const server = createServer(() => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { pair } = await issuePair('copper')
  const limits = { ...shortLimits, totalMs: 5_000 }
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const judgement = await createJudge({ limits }).probe(targetAt('copper', baseUrl), sealed(pair))
  server.close()
  expect(judgement.reason).toMatch(/cause=connect-timeout$/)
})

test('fifty probes that hang hold up no other, not even at the same address', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const hanging = await issueInto(simulator, 'copper', { mode: 'hang' })
  const quick = await issueInto(simulator, 'copper')
  const allIn = Promise.withResolvers<void>()
  simulator.onRequest(() => {
    if (simulator.counters.total() === 50) allIn.resolve()
  })
  const caller = new AbortController()
  const judge = createJudge()
  const stuck = Array.from({ length: 50 }, () =>
    judge.probe(targetAt('copper', simulator.url), sealed(hanging.pair), caller.signal),
  )
  await allIn.promise
  expect((await judge.probe(targetAt('copper', simulator.url), sealed(quick.pair))).verdict).toBe('valid')
  expect(simulator.counters.of(hanging.key.apiKey).inFlight).toBe(50)
  caller.abort()
  for (const { verdict } of await Promise.all(stuck)) expect(verdict).toBe('unreachable')
})

test('beyond 128 probes at one address the next is refused at once, and there is room again afterwards', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { pair, key } = await issueInto(simulator, 'copper', { mode: 'hang' })
  const judge = createJudge({ limits: { totalMs: 1_000 } })
  const ask = async () => (await judge.probe(targetAt('copper', simulator.url), sealed(pair))).reason
  const reasons = await Promise.all(Array.from({ length: 130 }, ask))
  expect(reasons.filter((reason) => reason.endsWith('cause=busy'))).toHaveLength(2)
  simulator.setMode(key.apiKey, 'ok')
  expect(await ask()).toBe('reason=valid provider=copper')
})

const probeOnce = `
  import { text } from 'node:stream/consumers'
  import { createJudge } from './server/providers/judge.ts'
  import { Secret } from './shared/secret.ts'
  const { pair, target, limits } = JSON.parse(await text(process.stdin))
  const sealed = { apiKey: new Secret(pair.apiKey), secretApiKey: new Secret(pair.secretApiKey) }
  const { reason } = await createJudge({ limits }).probe(target, sealed)
  process.stdout.write(reason)
  process.on('exit', () => process.stdout.write(' ' + process.getActiveResourcesInfo().filter((name) => /TCP|Timeout/.test(name))))
`

test('a process that probed a provider that hangs has nothing left open and ends by itself', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { pair } = await issueInto(simulator, 'copper', { mode: 'hang' })
  const cwd = new URL('../..', import.meta.url)
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', probeOnce], { cwd })
  running.child.stdin?.end(JSON.stringify({ pair, target: targetAt('copper', simulator.url), limits: shortLimits }))
  expect((await running).stdout).toBe('reason=unreachable provider=copper cause=timeout ')
})

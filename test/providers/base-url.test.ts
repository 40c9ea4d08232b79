import { expect, test } from 'vitest'
import { originOf } from '../../server/providers/base-url.ts'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { startSimulator } from '../../server/providers/simulator/simulator.ts'
import { issueInto, sealed, targetAt } from './setup.ts'

const cases: [string, object][] = [
  ['https://api.example.com', { origin: 'https://api.example.com' }],
  ['https://api.example.com/', { origin: 'https://api.example.com' }],
  ['https://api.example.com/v1', { origin: 'https://api.example.com' }],
  ['https://api.example.com:8443/v1/', { origin: 'https://api.example.com:8443' }],
  ['http://127.0.0.1:8080', { origin: 'http://127.0.0.1:8080' }],
  ['http://127.8.9.1', { origin: 'http://127.8.9.1' }],
  ['http://[::1]:9', { origin: 'http://[::1]:9' }],
  ['http://localhost:9', { origin: 'http://localhost:9' }],
  ['http://api.example.com', { cause: 'insecure-base-url' }],
  ['http://10.0.0.1', { cause: 'insecure-base-url' }],
  ['http://127.0.0.1.example.com', { cause: 'insecure-base-url' }],
  ['http://localhost.example.com', { cause: 'insecure-base-url' }],
  ['http://0x0a000001/', { cause: 'insecure-base-url' }],
  ['http://[::ffff:10.0.0.1]', { cause: 'insecure-base-url' }],
  ['https://api.example.com/other', { cause: 'bad-base-url' }],
  ['https://api.example.com/?a=1', { cause: 'bad-base-url' }],
  ['https://user:word@api.example.com', { cause: 'bad-base-url' }],
  ['ftp://127.0.0.1', { cause: 'bad-base-url' }],
  ['file:///etc/passwd', { cause: 'bad-base-url' }],
  ['', { cause: 'bad-base-url' }],
  ['api.example.com', { cause: 'bad-base-url' }],
  ['simulator:', { cause: 'no-simulator' }],
]

test.each(cases)('the base URL %j is parsed, or refused with its cause', (baseUrl, origin) => {
  expect(originOf(baseUrl, { pathPrefix: '/v1' })).toEqual(origin)
})

test('plain http to another machine is refused before a byte is sent', async () => {
  const { credentials } = await issueCredentials('copper')
  const probeResult = await createCredentialValidator().probe(
    targetAt('copper', 'http://192.0.2.1'),
    sealed(credentials),
  )
  expect(probeResult).toMatchObject({
    verdict: 'unreachable',
    source: 'local',
    reason: 'reason=unreachable provider=copper cause=insecure-base-url',
  })
})

test('a custodian with the base URL simulator: uses the running simulator', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { credentials } = await issueInto(simulator, 'copper')
  const validator = createCredentialValidator({ resolveBaseUrl: (url) => (url === 'simulator:' ? simulator.url : url) })
  expect((await validator.probe(targetAt('copper', 'simulator:'), sealed(credentials))).verdict).toBe('valid')
  expect(
    (await createCredentialValidator().probe(targetAt('copper', 'simulator:'), sealed(credentials))).reason,
  ).toMatch(/cause=no-simulator$/)
})

test('without a base URL the production API of the provider is used', async () => {
  const { fireblocks } = await import('../../server/providers/fireblocks.ts')
  const { copper } = await import('../../server/providers/copper.ts')
  expect(fireblocks.baseUrl).toBe('https://api.fireblocks.io')
  expect(copper.baseUrl).toBe('https://api.copper.co')
})

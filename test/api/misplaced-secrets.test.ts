import { generateKeyPairSync, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { unknownMembers } from '../../server/core/input-rules.ts'
import { encodings } from '../faults/encodings.ts'
import { test } from '../harness/fixtures.ts'
import { replayable } from '../harness/replayable.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { bodyFor, refusalOf, rotationTransports, stateOf } from './bad-input.ts'

const pem = (bits: number) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const key = pem(2048)

const secrets = [
  'hunter2',
  'AKIAIOSFODNN7EXAMPLE',
  randomUUID(),
  '6f1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e',
  'correct horse battery staple',
  'apiKey=ключ-от-сейфа',
  'secretApiKey:6f1c2d3e4f5a6b7c',
  'query.6f1c2d3e4f5a6b7c',
  key,
]

const leaks = (text: string, secret: string) =>
  Object.entries(encodings).flatMap(([name, tracesOf]) =>
    tracesOf(secret).some((trace) => Buffer.from(text).includes(trace)) ? [name] : [],
  )

describe.each(['REST', 'tRPC'] as const)('through %s', (transport) => {
  const { method, path } = rotationTransports[transport]

  test.for(secrets)('a secret sent as the name of a member is not repeated', async (secret, { server, token }) => {
    const body = await bodyFor(server, transport, { [secret]: 1 })
    const answer = await server.rest(token, path, { method, body })
    const { status, info } = await refusalOf(answer.clone())
    expect(status).toBe(400)
    expect(info).toEqual([expect.stringMatching(/^input: has 1 member not known here; known are .*apiKey/)])
    expect(leaks(await answer.text(), secret)).toEqual([])
  })

  test.for(secrets)(
    'a secret sent as a name in the query, once or twice, is not repeated',
    async (secret, { server, token }) => {
      const name = encodeURIComponent(secret)
      const query = transport === 'REST' ? '/platform/admin/custodians' : '/trpc/custodians.list'
      for (const search of [`${name}=1`, `${name}=1&${name}=2`]) {
        const answer = await server.rest(token, `${query}?${search}`)
        expect(answer.status).toBe(400)
        expect(leaks(await answer.text(), secret)).toEqual([])
      }
    },
  )

  test('a typo in a name is answered with the intended name', async ({ server, token }) => {
    const slips = { api_key: '', SecretAPIKey: '', tenantID: 1, secret: '', 'tenantId[]': 1, colour: 1, shape: 1 }
    const { info } = await refusalOf(
      await server.rest(token, path, { method, body: await bodyFor(server, transport, slips) }),
    )
    expect(info.slice(0, -1)).toEqual([
      'api_key: is not known here; use apiKey',
      'SecretAPIKey: is not known here; use secretApiKey',
      'tenantID: is not known here; use tenantId',
      'secret: is not known here; use secretApiKey',
      'tenantId[]: is not known here; use tenantId',
    ])
    expect(info.at(-1)).toMatch(/^input: has 2 members not known here; known are /)
  })

  const places = { REST: `/platform/admin/custodians/${custodians.fireblocks}`, tRPC: '/trpc/custodians' }
  const operations = { REST: ['validate_api_keys', 'update_api_keys'], tRPC: ['validateApiKeys', 'updateApiKeys'] }
  const swapped = [
    ['a key of 2048 bits', key, randomUUID()],
    ['a key of 4096 bits', pem(4096), randomUUID()],
    ['a key without its first and last line', key.split('\n').slice(1, -2).join('\n'), randomUUID()],
    ['a key in both places', key, key],
    ['more than any API key has', 'k'.repeat(1025), randomUUID()],
  ] as const

  test.for(swapped)(
    '%s as the API key of Fireblocks is reported as swapped',
    async ([_, apiKey, secretApiKey], { server, token }) => {
      for (const operation of operations[transport]) {
        const members = { tenantId: tenants.first, apiKey, secretApiKey }
        const body = JSON.stringify(transport === 'REST' ? members : { ...members, custodianId: custodians.fireblocks })
        const url = `${places[transport]}${transport === 'REST' ? '/' : '.'}${operation}`
        const verb = operation === 'update_api_keys' ? 'PUT' : 'POST'
        const before = (await stateOf(server)).asked
        const answer = await server.rest(token, url, { method: verb, body })
        const text = await answer.text()
        expect(answer.status).toBe(400)
        expect(text).toContain('reason=wrong-credentials provider=fireblocks check=swapped')
        expect(text).toContain('the API key must be the API user ID (a UUID), the secret the private key (PEM)')
        for (const secret of [apiKey, apiKey.slice(100, 160)]) expect(leaks(text, secret)).toEqual([])
        expect((await stateOf(server)).asked).toBe(before)
      }
    },
  )
})

test('only names within a few letters of a known one are repeated', () => {
  const known = ['apiKey', 'secretApiKey', 'tenantId', 'custodianId']
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 15, maxLength: 80 }), (name) => {
      const [line = ''] = unknownMembers([name], known, 'input')
      return line === 'input: has 1 member not known here; known are apiKey, secretApiKey, tenantId, custodianId'
    }),
    replayable(1_000),
  )
})

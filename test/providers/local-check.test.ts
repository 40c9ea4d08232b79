import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { type Simulator, startSimulator } from '../../server/providers/simulator/simulator.ts'
import type { ProviderId } from '../../shared/providers.ts'
import { craftedKey, hostileSecrets, keyOfTwoHalves, keyWithEvenPrimes } from './hostile-keys.ts'
import { providerIds, sealed, targetAt } from './setup.ts'

const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength })

const good = rsa(2048)
const goodPem = pem(good.privateKey)
const encrypted = good.privateKey
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'drill' })
  .toString()
const oldStyle = good.privateKey
  .export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'drill' })
  .toString()
const uuid = randomUUID()
const word = 'w'.repeat(40)

const hostile = (name: string): string => hostileSecrets[name] ?? expect.fail(`no hostile secret named ${name}`)

type Case = { provider: ProviderId; apiKey: string; secretApiKey: string; check: string }

const cases: readonly (readonly [ProviderId, string, string, string])[] = [
  ['fireblocks', goodPem, uuid, 'swapped'],
  ['fireblocks', word, uuid, 'swapped'],
  ['fireblocks', goodPem, goodPem, 'swapped'],
  ['fireblocks', goodPem.split('\n').slice(1, -2).join('\n'), goodPem, 'swapped'],
  ['fireblocks', 'not-a-uuid', goodPem, 'api-key-not-uuid'],
  ['fireblocks', `${uuid}\n`, goodPem, 'api-key-not-uuid'],
  ['fireblocks', '', '', 'api-key-not-uuid'],
  ['fireblocks', uuid, '', 'secret-not-pem'],
  ['fireblocks', uuid, word, 'secret-not-pem'],
  ['fireblocks', uuid, goodPem.slice(0, 400), 'secret-not-pem'],
  ['fireblocks', uuid, goodPem.replaceAll('\n', ''), 'secret-not-pem'],
  ['fireblocks', uuid, encrypted, 'not-a-plain-private-key'],
  ['fireblocks', uuid, oldStyle, 'not-a-plain-private-key'],
  ['fireblocks', uuid, good.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'not-a-plain-private-key'],
  ['fireblocks', uuid, pem(rsa(1024).privateKey), 'secret-not-rsa'],
  ['fireblocks', uuid, pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey), 'secret-not-rsa'],
  ['fireblocks', uuid, pem(generateKeyPairSync('ed25519').privateKey), 'secret-not-rsa'],
  ['fireblocks', uuid, pem(rsa(4104).privateKey), 'secret-not-rsa'],
  ['fireblocks', uuid, craftedKey, 'secret-not-rsa'],
  ['fireblocks', uuid, hostile('DSA, 15,000 bits'), 'secret-not-rsa'],
  ['fireblocks', uuid, hostile('RSA-PSS'), 'secret-not-rsa'],
  ['fireblocks', uuid, hostile('RSA, exponent of 4,096 bits'), 'secret-exponent'],
  ['fireblocks', uuid, hostile('RSA, exponent of 40 bits'), 'secret-exponent'],
  ['fireblocks', uuid, hostile('RSA, primes far larger than the modulus'), 'secret-damaged'],
  ['fireblocks', uuid, hostile('RSA key that ends too early'), 'secret-not-pem'],
  ['copper', '', word, 'api-key-format'],
  ['copper', 'two words of text', word, 'api-key-format'],
  ['copper', `${word}\r\nx-injected: 1`, word, 'api-key-format'],
  ['copper', word, 'short', 'secret-format'],
  ['copper', word, `${word} `, 'secret-format'],
  ['copper', word, `${word.slice(1)}é`, 'secret-format'],
  ['copper', word, word, 'same-twice'],
  ['copper', uuid, goodPem, 'pem'],
]

const faults: Case[] = cases.map(([provider, apiKey, secretApiKey, check]) => ({
  provider,
  apiKey,
  secretApiKey,
  check,
}))

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator({ state: { keys: [] } })
})
afterAll(() => simulator.stop())

describe('credentials that cannot be valid are refused before the provider is contacted', () => {
  test.each(faults)('%#: $provider finds $check', async ({ provider, apiKey, secretApiKey, check }) => {
    const before = simulator.counters.total()
    const credentials = sealed({ apiKey, secretApiKey })
    const probeResult = createCredentialValidator().checkLocally(provider, credentials)
    expect(probeResult).toEqual({
      verdict: 'wrong-credentials',
      reason: `reason=wrong-credentials provider=${provider} check=${check}`,
      source: 'local',
      message: expect.stringMatching(/^[A-Z].*\.$/),
    })
    expect(await createCredentialValidator().probe(targetAt(provider, simulator.url), credentials)).toEqual(probeResult)
    expect(simulator.counters.total()).toBe(before)
  })
})

test('credentials that may be valid pass, in each common form of an RSA key', async () => {
  const validator = createCredentialValidator()
  for (const provider of providerIds)
    expect(validator.checkLocally(provider, sealed((await issueCredentials(provider)).credentials))).toBeNull()
  const spellings = [
    goodPem,
    goodPem.trim(),
    goodPem.replaceAll('\n', '\r\n'),
    `\n${goodPem}\n\n`,
    good.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    pem(rsa(4096).privateKey),
  ]
  for (const secretApiKey of spellings)
    expect(validator.checkLocally('fireblocks', sealed({ apiKey: uuid.toUpperCase(), secretApiKey }))).toBeNull()
})

test.each([
  ['its primes are even', keyWithEvenPrimes()],
  ['it signs for another public half', keyOfTwoHalves()],
])('a damaged key is reported as such before the provider is contacted: %s', async (_, secretApiKey) => {
  const before = simulator.counters.total()
  const credentials = sealed({ apiKey: uuid, secretApiKey })
  expect(createCredentialValidator().checkLocally('fireblocks', credentials)).toBeNull()
  expect(await createCredentialValidator().probe(targetAt('fireblocks', simulator.url), credentials)).toMatchObject({
    reason: 'reason=wrong-credentials provider=fireblocks cause=cannot-sign',
    source: 'local',
    message: 'The secret cannot be used to sign: the private key is damaged. Paste the complete key file again.',
  })
  expect(simulator.counters.total()).toBe(before)
})

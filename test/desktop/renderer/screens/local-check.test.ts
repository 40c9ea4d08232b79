import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { issuesOf, type Pair, tidyPem, tidyWord } from '../../../../desktop/renderer/screens/rotate/form/local-check.ts'
import { createCredentialValidator } from '../../../../server/providers/credential-validator.ts'
import { Secret } from '../../../../shared/secret.ts'
import { replayable } from '../../../harness/replayable.ts'

const { privateKey: pem, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const word = () => randomBytes(24).toString('hex')
const fireblocks = (more: Partial<Pair> = {}) =>
  issuesOf('fireblocks', { apiKey: randomUUID(), secretApiKey: pem, ...more })
const copper = (more: Partial<Pair> = {}) => issuesOf('copper', { apiKey: word(), secretApiKey: word(), ...more })

describe('the local check', () => {
  test('accepts valid credentials', () => {
    for (const issues of [fireblocks(), copper(), fireblocks({ secretApiKey: pem.replaceAll('\n', '\r\n') })])
      expect(issues).toEqual({ apiKey: null, secretApiKey: null })
  })

  test('reports a rule of the provider in the words of the provider', () => {
    expect(fireblocks({ apiKey: 'no-uuid' }).apiKey).toEqual({
      rule: 'must be a UUID, as the Fireblocks console shows it',
    })
    expect(copper({ secretApiKey: 'short' }).secretApiKey).toMatchObject({ rule: expect.stringContaining('8 to 512') })
  })

  test('recognizes common input mistakes', () => {
    const same = word()
    expect(copper({ apiKey: '' }).apiKey).toEqual({ slip: 'empty' })
    expect(copper({ apiKey: `${word()} ` }).apiKey).toMatchObject({ slip: 'space' })
    expect(copper({ apiKey: `\u200b${word()}` }).apiKey).toMatchObject({ slip: 'space' })
    expect(copper({ apiKey: same, secretApiKey: same }).secretApiKey).toEqual({ slip: 'sameTwice' })
    expect(copper({ secretApiKey: pem }).secretApiKey).toEqual({ slip: 'otherProvider' })
    expect(fireblocks({ apiKey: pem, secretApiKey: randomUUID() }).apiKey).toEqual({ slip: 'swapped' })
    for (const apiKey of [pem.split('\n').slice(1, -2).join('\n'), 'k'.repeat(1025)])
      expect(fireblocks({ apiKey, secretApiKey: randomUUID() }).apiKey).toEqual({ slip: 'swapped' })
    expect(fireblocks({ apiKey: `${randomUUID()}\n` }).apiKey).toMatchObject({ slip: 'space' })
    expect(fireblocks({ secretApiKey: publicKey as string }).secretApiKey).toEqual({ slip: 'notPrivate' })
    expect(fireblocks({ secretApiKey: pem.slice(0, -40) }).secretApiKey).toEqual({ slip: 'notWhole' })
    const locked = pem.replaceAll('PRIVATE KEY', 'ENCRYPTED PRIVATE KEY')
    expect(fireblocks({ secretApiKey: locked }).secretApiKey).toEqual({ slip: 'encrypted' })
  })

  const mangled = {
    'written with \\n': pem.replaceAll('\n', '\\n'),
    'in one line': pem.trim().replaceAll('\n', ' '),
    indented: pem.replaceAll(/^/gm, '    '),
    'with blank lines between': pem.replaceAll('\n', '\n\n'),
    'in quotes': `"${pem.trim()}"`,
    'with an unseen character': `${pem.slice(0, 200)}\u200b${pem.slice(200)}`,
  }
  for (const [how, text] of Object.entries(mangled))
    test(`fixes a private key that is ${how}`, () => {
      expect(() => createPrivateKey(text)).toThrow()
      const issue = fireblocks({ secretApiKey: text }).secretApiKey
      expect(issue).toMatchObject({ slip: 'lineBreaks' })
      const fixed = issue?.fix?.(text) ?? ''
      expect(fixed).toBe(pem)
      expect(fireblocks({ secretApiKey: fixed }).secretApiKey).toBeNull()
    })

  test('leaves nothing to fix in a fixed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => tidyWord(tidyWord(text)) === tidyWord(text)),
      replayable(100),
    )
    expect(tidyPem(tidyPem(pem))).toBe(tidyPem(pem))
  })

  test('never rejects a field that the server accepts', () => {
    const { checkLocally } = createCredentialValidator()
    const half = fc.oneof(fc.string({ minLength: 8, maxLength: 40 }), fc.constant(pem), fc.uuid())
    fc.assert(
      fc.property(half, half, fc.constantFrom('fireblocks', 'copper'), (apiKey, secretApiKey, provider) => {
        const { apiKey: first, secretApiKey: second } = issuesOf(provider, { apiKey, secretApiKey })
        const credentials = { apiKey: new Secret(apiKey), secretApiKey: new Secret(secretApiKey) }
        return checkLocally(provider, credentials) !== null || (first === null && second === null)
      }),
      replayable(1000),
    )
  })
})

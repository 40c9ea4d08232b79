import { expect, test } from 'vitest'
import { createOperatorTokens } from '../../../desktop/main/tokens/operator-tokens.ts'
import { createMemoryVault } from '../../../desktop/main/tokens/token-vault.ts'
import { mintToken } from '../../../server/access/token-text.ts'
import { Secret } from '../../../shared/secret.ts'

/** A keychain whose answers wait. */
async function slowKeychain() {
  const kept = createMemoryVault()
  const token = new Secret(mintToken())
  await kept.write('desk', token)
  let reads = 0
  let slow: Promise<void> | null = null
  const read: typeof kept.read = async (id) => {
    reads += 1
    await slow
    return kept.read(id)
  }
  const beSlow = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    slow = promise
    return resolve
  }
  return { vault: { ...kept, read }, token, beSlow, reads: () => reads }
}

test('a token is read from the vault once, and again after it is forgotten', async () => {
  const { vault, token, reads } = await slowKeychain()
  const tokens = createOperatorTokens(vault, () => {})
  for (const _ of 'ab') expect(await tokens.of('desk')).toEqual({ ok: true, value: token })
  expect(reads()).toBe(1)
  tokens.forget()
  await tokens.of('desk')
  expect(reads()).toBe(2)
})

test('a token that is being read when all are forgotten is not cached', async () => {
  const { vault, reads, beSlow } = await slowKeychain()
  const tokens = createOperatorTokens(vault, () => {})
  const answer = beSlow()
  const reading = tokens.of('desk')
  tokens.forget()
  answer()
  await reading
  expect(tokens.isSignedIn('desk')).toBe(true)
  await tokens.of('desk')
  expect(reads()).toBe(2)
})

test('a token that is being read when it is erased is absent afterwards', async () => {
  const { vault, token } = await slowKeychain()
  const { promise, resolve } = Promise.withResolvers<void>()
  let isFirst = true
  const late: typeof vault.read = async (id) => {
    if (!isFirst) return vault.read(id)
    isFirst = false
    await promise
    return { ok: true, value: token }
  }
  const tokens = createOperatorTokens({ ...vault, read: late }, () => {})
  const reading = tokens.of('desk')
  await tokens.erase('desk')
  resolve()
  expect(await reading).toMatchObject({ ok: false, error: { code: 'SignedOut' } })
  expect(tokens.isSignedIn('desk')).toBe(false)
})

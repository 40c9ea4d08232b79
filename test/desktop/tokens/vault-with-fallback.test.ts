import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { KeychainState } from '../../../desktop/bridge/state.ts'
import { type KeychainCode, keychainProblem } from '../../../desktop/main/tokens/keychain-problems.ts'
import { createMemoryVault, type TokenVault } from '../../../desktop/main/tokens/token-vault.ts'
import { createVaultWithFallback } from '../../../desktop/main/tokens/vault-with-fallback.ts'
import { mintToken } from '../../../server/access/token-text.ts'
import { err } from '../../../shared/result.ts'
import { Secret } from '../../../shared/secret.ts'
import { leaksIn } from '../../faults/encodings.ts'
import { missingHere, startDesktop } from '../../harness/keyring.ts'
import { follow, printOf, type Step } from './orders.ts'

/** A keychain that can be put out of order. */
function setUp() {
  const inside = createMemoryVault()
  const order: { problem: KeychainCode | null; before: () => unknown } = { problem: null, before: () => {} }
  const gate =
    <Args extends unknown[], Value>(call: (...args: Args) => Promise<Value>) =>
    async (...args: Args) => {
      await order.before()
      return order.problem ? err(keychainProblem(order.problem)) : call(...args)
    }
  const keychain: TokenVault = {
    read: gate(inside.read),
    write: gate(inside.write),
    erase: gate(inside.erase),
    probe: gate(inside.probe),
  }
  const states: KeychainState[] = []
  return { order, inside, states, vault: createVaultWithFallback(keychain, (state) => states.push(state)) }
}

const id = crypto.randomUUID()
const other = crypto.randomUUID()
const newToken = () => new Secret(mintToken())

/** What a vault holds, as text: two secrets look the same to a comparison. */
async function heldBy(vault: TokenVault, profileId: string): Promise<string | null> {
  const found = await vault.read(profileId)
  return found.ok ? (found.value?.reveal() ?? null) : found.error.code
}

test('a working keychain is the only store of the tokens', async () => {
  const { vault, inside, states } = setUp()
  const token = newToken()
  await vault.probe()
  await vault.write(id, token)
  expect(await heldBy(inside, id)).toBe(token.reveal())
  expect(vault.state()).toEqual({ backend: 'keychain', problem: null, unerased: [] })
  expect(states).toEqual([])
})

test('without a working keychain the session keeps the tokens, with the reason to show', async () => {
  const { vault, order, inside, states } = setUp()
  order.problem = 'NoSecretService'
  expect((await vault.probe()).ok).toBe(false)
  const token = newToken()
  expect((await vault.write(id, token)).ok).toBe(true)
  expect(await heldBy(vault, id)).toBe(token.reveal())
  expect(inside.holds(id)).toBe(false)
  expect(states).toEqual([vault.state()])
  expect(vault.state()).toMatchObject({ backend: 'memory', problem: { code: 'NoSecretService' } })
})

test('a token that the session lacks is not reported as missing while the keychain fails', async () => {
  const { vault, order } = setUp()
  await vault.write(id, newToken())
  order.problem = 'KeychainLocked'
  let calls = 0
  order.before = () => calls++
  for (const _ of [1, 2]) expect(await heldBy(vault, id)).toBe('KeychainLocked')
  expect(calls, 'asked once, for each time it may ask the person').toBe(1)
  expect(vault.state().backend).toBe('memory')
})

test('a keychain that fails later is bypassed, and gets the changes when it is back', async () => {
  const { vault, order, inside, states } = setUp()
  await vault.write(id, newToken())
  order.problem = 'KeychainSilent'
  const token = newToken()
  expect((await vault.write(other, token)).ok).toBe(true)
  expect((await vault.erase(id)).ok).toBe(true)
  expect(await heldBy(vault, id)).toBe(null)
  expect(inside.holds(other)).toBe(false)
  order.problem = null
  expect((await vault.probe()).ok).toBe(true)
  expect([await heldBy(inside, id), await heldBy(inside, other)]).toEqual([null, token.reveal()])
  expect(states.map(({ backend }) => backend)).toEqual(['memory', 'keychain'])
})

test('a token that changes while it moves to the keychain arrives in its final state', async () => {
  const { vault, order, inside } = setUp()
  order.problem = 'KeychainLocked'
  const first = newToken()
  const last = newToken()
  await vault.write(id, first)
  order.problem = null
  let calls = 0
  order.before = () => (++calls === 2 ? vault.write(id, last) : undefined)
  await vault.probe()
  expect(await heldBy(inside, id)).toBe(last.reveal())
  expect(vault.state().backend).toBe('keychain')
})

test('a keychain that fails again while tokens move to it loses none', async () => {
  const { vault, order, inside } = setUp()
  order.problem = 'KeychainLocked'
  const tokens = [newToken(), newToken()] as const
  await vault.write(id, tokens[0])
  await vault.write(other, tokens[1])
  order.problem = null
  let calls = 0
  order.before = () => {
    if (++calls === 3) order.problem = 'KeychainLocked'
  }
  expect((await vault.probe()).ok).toBe(false)
  expect(await heldBy(vault, other)).toBe(tokens[1].reveal())
  Object.assign(order, { problem: null, before: () => {} })
  await vault.probe()
  expect([await heldBy(inside, id), await heldBy(inside, other)]).toEqual(tokens.map((token) => token.reveal()))
})

test('a text that no keychain accepts is rejected, and the keychain stays in use', async () => {
  const { vault, order, states } = setUp()
  order.problem = 'TokenCutShort'
  expect((await vault.write(id, newToken())).ok).toBe(false)
  expect([vault.state().backend, states]).toEqual(['keychain', []])
})

test('the inspected text of a vault never contains the token', async () => {
  const { vault, order, inside, states } = setUp()
  const token = newToken()
  const shown: unknown[] = [vault, inside, states, await vault.write(id, token), await vault.read(id)]
  order.problem = 'KeychainFailed'
  shown.push(await vault.read(id), await vault.write(id, token), await vault.read(id), vault.state())
  const sinkOf = (value: unknown) => {
    const seen = inspect(value, { depth: 12, showHidden: true }) + JSON.stringify(value)
    return { name: 'shown', bytes: Buffer.from(`${seen}${new Error('failed', { cause: value })}`) }
  }
  expect(leaksIn([sinkOf(shown)], { token: token.reveal() })).toEqual([])
  expect(leaksIn([sinkOf([...shown, token.reveal()])], { token: token.reveal() }), 'the control').not.toEqual([])
})

test('a token written while a real keychain hangs is kept and reaches it in the end', async ({ skip }) => {
  skip(missingHere.length > 0, `no real keychain: ${missingHere.join(', ')} missing`)
  await using desktop = await startDesktop()
  const { pid } = await desktop.startKeyring('password')
  const token = mintToken()
  const write: Step = { do: 'write', id, token }
  const read: Step = { do: 'read', id }
  const state: Step = { do: 'state' }
  const hang: Step = { do: 'signal', pid, signal: 'SIGSTOP' }
  const goOn: Step = { do: 'signal', pid, signal: 'SIGCONT' }
  const steps = [hang, write, read, state, goOn, { do: 'probe until it succeeds' }, state, read] as Step[]
  const { outcomes } = await follow(desktop, steps, { timeLimitMs: 500, isOpen: true })
  const print = printOf(token)
  expect(outcomes).toEqual(['done', 'done', print, 'memory', 'done', 'done', 'keychain', print])
  expect((await follow(desktop, [{ do: 'read', id }])).outcomes).toEqual([print])
})

test('a token written before the first read of the keychain is not mistaken for the one to erase', async () => {
  const keychain = createMemoryVault()
  const noted: (readonly string[])[] = []
  const vault = createVaultWithFallback(keychain, undefined, { ids: ['one', 'two'], save: (ids) => noted.push(ids) })
  const token = new Secret(mintToken())
  await vault.write('one', token)
  expect(await vault.read('one')).toEqual({ ok: true, value: token })
  await vault.probe()
  expect(await keychain.read('one')).toEqual({ ok: true, value: token })
  expect(noted).toEqual([['two'], []])
})

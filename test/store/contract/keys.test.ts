import { describe, expect, test } from 'vitest'
import { engines } from '../engines.ts'
import {
  accept,
  begin,
  by,
  codeOf,
  completionOf,
  type Installation,
  install,
  intentOf,
  newSeal,
} from './installation.ts'

const key = (keyId: string, fingerprintRoot: Uint8Array | null = null) => ({ keyId, fingerprintRoot })

async function activate({ store }: Installation, keyId: string, from: string | null) {
  await store.announceKey(key(keyId))
  return store.activateKey({ keyId, from, ...by() })
}

const statesOf = async ({ store }: Installation) =>
  (await store.listKeys()).map(({ keyId, state }) => `${keyId} ${state}`).sort()

const rotatedIn = async ({ data }: Installation) =>
  (await data.truth.read('audit')).filter(({ kind }) => kind === 'keys.rotated').map(({ details }) => details)

describe.each(engines)('key-encryption keys on $name', (engine) => {
  test('an announced key becomes active, and the one before it retired, with one audit record', async () => {
    await using place = await install(engine)
    expect(await activate(place, 'one', null)).toBe(true)
    expect(await rotatedIn(place), 'the first replaces none').toEqual([])
    await place.store.announceKey(key('two', Buffer.from('root')))
    expect(await statesOf(place)).toEqual(['one active', 'two next'])
    expect(await place.store.activateKey({ keyId: 'two', from: 'one', ...by() })).toBe(true)
    expect(await statesOf(place)).toEqual(['one retired', 'two active'])
    expect(await place.store.activateKey({ keyId: 'two', from: 'one', ...by() }), 'again').toBe(true)
    expect(await rotatedIn(place)).toEqual(['{"from":"one","to":"two"}'])
    const two = (await place.store.listKeys()).find(({ keyId }) => keyId === 'two')
    expect(Buffer.from(two?.fingerprintRoot ?? []).toString()).toBe('root')
  })

  test('a key is not activated in the place of another than was expected, nor without an announcement', async () => {
    await using place = await install(engine)
    await activate(place, 'one', null)
    await activate(place, 'two', 'one')
    expect(await activate(place, 'three', 'one')).toBe(false)
    expect(await statesOf(place)).toEqual(['one retired', 'three next', 'two active'])
    await expect(place.store.activateKey({ keyId: 'four', from: 'two', ...by() })).rejects.toThrow('was not announced')
    expect(await statesOf(place)).toEqual(['one retired', 'three next', 'two active'])
  })

  test('one key at a time is to become active, and whether the server can use it is noted for that time alone', async () => {
    await using place = await install(engine)
    const { store } = place
    await activate(place, 'one', null)
    await store.announceKey(key('two'))
    await store.noteKeyHeld({ keyId: 'two', at: 5 })
    expect(await store.listKeys()).toContainEqual(expect.objectContaining({ keyId: 'two', heldAt: 5 }))
    await store.announceKey(key('three'))
    expect(await statesOf(place)).toEqual(['one active', 'three next', 'two retired'])
    await store.announceKey(key('two'))
    expect(await store.listKeys()).toContainEqual(expect.objectContaining({ keyId: 'two', heldAt: null }))
    await store.announceKey(key('one'))
    expect(await statesOf(place), 'the active one stays').toContain('one active')
  })

  test('credentials under another key than the active one are not stored, and the rotation stays open', async () => {
    await using place = await install(engine)
    const { store } = place
    await activate(place, newSeal().keyId, null)
    const intent = intentOf(place.tokenId)
    const { version } = await begin(store, intent)
    await accept(store, intent)
    const other = { ...newSeal(), keyId: 'another' }
    await expect(store.completeRotation(completionOf(intent, { version }, { sealed: other }))).rejects.toMatchObject({
      cause: 'replaced-key',
    })
    expect(await place.data.truth.read('credentials')).toEqual([])
    expect(codeOf(await store.completeRotation(completionOf(intent, { version }))), 'control').toBeNull()
  })
})

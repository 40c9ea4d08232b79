import { describe, expect, test } from 'vitest'
import { methods } from '../../../desktop/bridge/channels.ts'
import { schema } from '../../../desktop/bridge/schema.ts'
import { createGate, type Handlers } from '../../../desktop/main/gate.ts'
import { ok } from '../../../shared/result.ts'
import { t } from '../harness/words.ts'
import { goodPayloads } from './payloads.ts'
import { ourSender, verdictOn, wrongSenders } from './senders.ts'
import { spiedGate } from './spies.ts'

const openWhenLocked = ['lock', 'signOut', 'state']

test('IPC has at most 12 methods, in one schema table', () => {
  expect(methods.length).toBeLessThanOrEqual(12)
  expect(Object.keys(schema).sort()).toEqual([...methods].sort())
})

describe('the sender check', () => {
  test.each(Object.entries(wrongSenders))('refuses %s', (_, sender) => {
    expect(verdictOn(sender)).toBe(false)
  })

  test('accepts the main frame of the window (control)', () => {
    expect(verdictOn(ourSender)).toBe(true)
  })

  test.each(methods)('stops %s from any other sender before its handler', async (name) => {
    const { gate, reached } = spiedGate()
    for (const payload of goodPayloads[name])
      expect(await gate({ name, payload, isOurs: false })).toMatchObject({ ok: false, error: { code: 'NotAllowed' } })
    expect(reached).toEqual([])
  })
})

describe('a locked console', () => {
  test('answers only state, lock and signOut', async () => {
    const { gate, reached } = spiedGate({ isLocked: () => true })
    for (const name of methods)
      for (const payload of goodPayloads[name]) {
        const given = await gate({ name, payload, isOurs: true })
        if (openWhenLocked.includes(name)) expect(given, name).toMatchObject({ ok: true })
        else expect(given, name).toMatchObject({ ok: false, error: { code: 'Locked', value: null } })
      }
    expect([...new Set(reached.map(({ name }) => name))].sort()).toEqual(openWhenLocked)
  })

  test('does not answer a call from before the lock, and does not report it as failed', async () => {
    let isLocked = false
    const late = Promise.withResolvers<null>()
    const handlers = Object.fromEntries(methods.map((name) => [name, async () => ok(await late.promise)]))
    const gate = createGate({ handlers: handlers as unknown as Handlers, isLocked: () => isLocked, onBug: () => {} })
    const asked = (name: 'copy' | 'lock') => gate({ name, payload: goodPayloads[name][0], isOurs: true })
    const copied = asked('copy')
    const locked = asked('lock')
    isLocked = true
    late.resolve(null)
    expect(await copied).toMatchObject({ ok: false, error: { code: 'LockedMeanwhile', value: null } })
    expect(await locked).toEqual({ ok: true, value: null })
  })
})

test('an exception in a handler is reported in main; the page gets only the failure and the system error code', async () => {
  const bugs: unknown[] = []
  const fail = async () => {
    throw Object.assign(new Error('something secret'), { code: 'EACCES' })
  }
  const handlers = Object.fromEntries(methods.map((name) => [name, fail])) as unknown as Handlers
  const gate = createGate({ handlers, isLocked: () => false, onBug: (bug) => bugs.push(bug) })
  const given = await gate({ name: 'copy', payload: { text: 'x' }, isOurs: true })
  expect(given).toMatchObject({
    ok: false,
    error: { code: 'ConsoleFailed', info: [t('system:errorCode', { code: 'EACCES' })] },
  })
  expect(JSON.stringify(given)).not.toContain('something secret')
  expect(String(bugs)).toBe('Error: something secret')
})

test('the input of an operation is flat JSON, but for lists of texts', async () => {
  const { gate, reached } = spiedGate()
  for (const value of [
    {},
    [],
    new Date(),
    1n,
    Number.NaN,
    new Map(),
    'x'.repeat(65_537),
    [1],
    [['a']],
    ['x'.repeat(257)],
  ])
    for (const input of [{ value }, [value]]) {
      const payload = { profileId: null, path: 'custodians.list', input }
      expect(await gate({ name: 'call', payload, isOurs: true })).toMatchObject({ ok: false })
    }
  expect(reached).toEqual([])
})

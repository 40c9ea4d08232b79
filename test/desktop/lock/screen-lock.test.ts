import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLockedHint, watchScreenLock } from '../../../desktop/main/lock/screen-lock.ts'
import { type Logind, missingLogind, startLogind } from '../harness/logind.ts'

const { DBUS_SYSTEM_BUS_ADDRESS: before } = process.env

function useBus(address: string | undefined): void {
  if (address === undefined) delete process.env.DBUS_SYSTEM_BUS_ADDRESS
  else process.env.DBUS_SYSTEM_BUS_ADDRESS = address
}
afterAll(() => useBus(before))

describe('the LockedHint of systemd-logind', () => {
  let logind: Logind | null = null
  beforeAll(async () => {
    if (missingLogind === null) logind = await startLogind()
  })
  afterAll(() => logind?.[Symbol.asyncDispose]())

  test('is read from the system bus, and is unknown without logind or a bus', async ({ skip }) => {
    if (!logind) return skip(missingLogind ?? undefined)
    useBus(logind.env.DBUS_SYSTEM_BUS_ADDRESS)
    expect(await readLockedHint()).toBe(false)
    await logind.setLockedHint(true)
    expect(await readLockedHint()).toBe(true)
    await logind.setLockedHint(false)
    expect(await readLockedHint()).toBe(false)
    await logind.end()
    expect(await readLockedHint()).toBe(null)
    useBus('unix:path=/nonexistent')
    expect(await readLockedHint()).toBe(null)
  })
})

/** Follows a screen that is in each of these states at one check. */
async function follow(states: readonly (boolean | null)[]) {
  const rest: (boolean | null)[] = [...states]
  const happened: string[] = []
  const watch = watchScreenLock({
    read: async () => rest.shift() ?? null,
    onLocked: () => happened.push('locked'),
    onChange: () => happened.push(watch.report()),
  })
  expect(watch.report()).toBe('none')
  for (const _state of states) await watch.check()
  return happened
}

test.each([
  ['a screen that is locked', [false, true], ['desktop', 'locked']],
  ['one that was locked when the console started', [true], ['locked', 'desktop']],
  ['each time again', [false, true, false, true], ['desktop', 'locked', 'locked']],
  ['once only while the hint stays set, or the console could not be used', [true, true, true], ['locked', 'desktop']],
  ['not where nothing is known', [null, null], []],
  ['and says when it can no longer be asked', [false, null], ['desktop', 'none']],
] as const)('the console locks with %s', async (_, states, happened) => {
  expect(await follow(states)).toEqual(happened)
})

test('the screen lock is not polled where the system sends an event', async () => {
  const watch = watchScreenLock({
    read: null,
    onLocked: () => expect.unreachable(),
    onChange: () => expect.unreachable(),
  })
  await watch.check()
  expect(watch.report()).toBe('system')
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLockedHint, type ScreenState, watchScreenLock } from '../../../desktop/main/lock/screen-lock.ts'
import { type Logind, missingMocks, startLogind } from '../harness/desktop-services.ts'

const { DBUS_SYSTEM_BUS_ADDRESS: before } = process.env

function useBus(address: string | undefined): void {
  if (address === undefined) delete process.env.DBUS_SYSTEM_BUS_ADDRESS
  else process.env.DBUS_SYSTEM_BUS_ADDRESS = address
}
afterAll(() => useBus(before))

describe('the LockedHint of systemd-logind', () => {
  let logind: Logind | null = null
  beforeAll(async () => {
    if (missingMocks === null) logind = await startLogind()
  })
  afterAll(() => logind?.[Symbol.asyncDispose]())

  test('is read from the system bus, and is unknown without logind or a bus', async ({ skip }) => {
    if (!logind) return skip(missingMocks ?? undefined)
    useBus(logind.env.DBUS_SYSTEM_BUS_ADDRESS)
    expect(await readLockedHint()).toBe('unlocked')
    await logind.setLockedHint(true)
    expect(await readLockedHint()).toBe('locked')
    await logind.setLockedHint(false)
    expect(await readLockedHint()).toBe('unlocked')
    await logind.end()
    expect(await readLockedHint()).toBe(null)
    useBus('unix:path=/nonexistent')
    expect(await readLockedHint()).toBe(null)
  })
})

/** Follows a screen that is in each of these states at one check. */
async function follow(states: readonly (ScreenState | null)[]) {
  const rest: (ScreenState | null)[] = [...states]
  const happened: string[] = []
  const watch = watchScreenLock({
    read: async () => rest.shift() ?? null,
    onLocked: () => happened.push('lock'),
    onUnlocked: () => happened.push('unlock'),
    onChange: () => happened.push(watch.report()),
  })
  expect(watch.report()).toBe('none')
  for (const _state of states) await watch.check()
  return happened
}

test.each([
  ['locks with a screen that is locked', ['unlocked', 'locked'], ['desktop', 'lock']],
  ['locks with one that was locked when the console started', ['locked'], ['lock', 'desktop']],
  [
    'locks and unlocks each time again',
    ['unlocked', 'locked', 'unlocked', 'locked'],
    ['desktop', 'lock', 'unlock', 'lock'],
  ],
  ['locks once only while the hint stays set', ['locked', 'locked', 'locked'], ['lock', 'desktop']],
  ['locks once where a screen saver runs before the lock', ['blanked', 'locked'], ['lock', 'desktop']],
  ['is not unlocked by the end of a screen saver', ['blanked', 'unlocked'], ['lock', 'desktop']],
  ['is not unlocked where the screen was not seen locked', ['unlocked', 'unlocked'], ['desktop']],
  ['is not unlocked after a gap', ['locked', null, 'unlocked'], ['lock', 'desktop', 'none', 'desktop']],
  ['does nothing where nothing is known', [null, null], []],
  ['says when the system can no longer be asked', ['unlocked', null], ['desktop', 'none']],
] as const)('the console %s', async (_, states, happened) => {
  expect(await follow(states)).toEqual(happened)
})

test('the screen lock is not polled where the system sends an event', async () => {
  const watch = watchScreenLock({
    read: null,
    onLocked: () => expect.unreachable(),
    onUnlocked: () => expect.unreachable(),
    onChange: () => expect.unreachable(),
  })
  await watch.check()
  expect(watch.report()).toBe('system')
})

import { expect, test } from 'vitest'
import type { Sender } from './electron/ipc-main.ts'
import { openFixture } from './fixture-host.ts'

const { host, inPage, invoke } = openFixture()

test('carries what structured clone keeps from the page to main and back', async () => {
  const values =
    'undefined, new Uint8Array([0, 255]), new Date(5), 12n, NaN, -0, new Map([[1, new Set(["a"])]]), { $: 1, __proto__: null }'
  const answered = inPage(`fixture.invoke('echo', ${values}).then(([u, b, d, n, nan, zero, map, object]) =>
    [u === undefined, b instanceof Uint8Array && b[1], d.getTime(), n === 12n, Number.isNaN(nan), Object.is(zero, -0), map.get(1).has('a'), object.$])`)
  expect(await answered).toEqual([true, 255, 5, true, true, true, true, 1])
})

test.each([
  ['fail', 'RangeError: too far'],
  ['unregistered', "Error: No handler registered for 'unregistered'"],
  ['uncloneable', 'Error: An object could not be cloned.'],
  ['missing', 'Error: The stand-in host has no app.dock.'],
])('reports the failure of %s in the words of Electron', async (channel, message) => {
  await expect(invoke(channel)).rejects.toThrow(`Error: Error invoking remote method '${channel}': ${message}`)
})

test('passes the calling frame to main, and lets a test call from any frame', async () => {
  const ours = { isOurs: true, url: 'app://console/index.html', origin: 'app://console', hasParent: false }
  expect(await invoke('sender')).toEqual(ours)
  const forged = (sender: Sender) => host().electron.ipc.forge({ channel: 'sender', args: [], sender })
  await inPage('location.hash = "#/wallets"')
  expect(await invoke('sender')).toMatchObject({ isOurs: true, url: 'app://console/index.html#/wallets' })
  await inPage('history.back()')
  await expect.poll(() => invoke('sender')).toEqual(ours)
  expect(await forged('main frame')).toEqual({ value: ours })
  expect(await forged({ subframe: 'https://evil.example/' })).toMatchObject({
    value: { isOurs: false, hasParent: true },
  })
  expect(await forged({ mainFrameAt: 'about:blank' })).toMatchObject({ value: { isOurs: false, origin: 'null' } })
  expect(await forged('gone')).toMatchObject({ value: { isOurs: false, url: undefined } })
})

test('keeps the preload in a world that the page cannot see, apart from what it exposes', async () => {
  expect(await inPage('[typeof preloadSecret, typeof require, typeof process, typeof module]')).toEqual(
    Array(4).fill('undefined'),
  )
  expect(await inPage('fixture.arguments')).toEqual(['--from-main'])
  await expect(inPage('"use strict"; fixture.invoke = 1')).rejects.toThrow('read only')
  await expect(inPage('"use strict"; fixture = 1')).rejects.toThrow('read only')
})

test('lets functions, promises and errors cross between the worlds', async () => {
  expect(await inPage('fixture.callTwice((word) => word + "!")')).toEqual(['first!', 'second!'])
  await expect(inPage('fixture.fail()')).rejects.toThrow('TypeError: The preload says no.')
  await expect(inPage('fixture.missing()')).rejects.toThrow('The stand-in host has no ipcRenderer.sendSync.')
})

test('sends events to the listeners of the page until they are removed', async () => {
  await inPage('window.counted = 0; window.stop = fixture.on("news", () => { window.counted += 1 })')
  await invoke('announce', 'one', { two: 2 })
  await inPage('stop()')
  await invoke('announce', 'three')
  expect(await inPage('heard')).toEqual([['one', { two: 2 }], ['three']])
  expect(await inPage('counted')).toBe(1)
})

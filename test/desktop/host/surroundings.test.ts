import { expect, test } from 'vitest'
import { fixture, freshUserData, openFixture } from './fixture-host.ts'
import { listenOnLoopback } from './loopback-server.ts'
import { startHost } from './start.ts'

const { host, inPage, invoke } = openFixture()
const userData = freshUserData()

test('has a menu that runs items by label and accelerator', async () => {
  const [file] = (await host().electron.menu.entries()) ?? []
  expect(file?.submenu?.map(({ label }) => label)).toEqual(['Announce', 'Never', 'Shown', 'quit'])
  await host().electron.menu.click('File', 'Announce')
  await host().electron.menu.press('Shift+Control+A')
  await expect.poll(() => inPage('heard.filter(([word]) => word === "menu").length')).toBe(2)
  await expect(host().electron.menu.click('File', 'Never')).rejects.toThrow('disabled')
  await expect(host().electron.menu.press('F1')).rejects.toThrow('No menu item registers')
})

test('answers dialogs from the queue of the test, and fails when it is empty', async () => {
  await host().electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths: ['a.csv'] })
  expect(await invoke('open')).toEqual({ canceled: false, filePaths: ['a.csv'] })
  expect(await host().electron.dialogs.asked()).toEqual([{ kind: 'showOpenDialog', options: { title: 'Open' } }])
  await expect(invoke('open')).rejects.toThrow('The test queued no answer for showOpenDialog.')
})

test('has a clipboard, a shell, a theme, a zoom and a power monitor that a test can read and move', async () => {
  await invoke('copy', 'an address')
  expect(await host().electron.clipboard.read()).toBe('an address')
  await invoke('external', 'https://example.com/help')
  expect(await host().electron.shell.records()).toEqual([{ call: 'openExternal', target: 'https://example.com/help' }])
  await invoke('theme', 'dark')
  await expect.poll(() => inPage('matchMedia("(prefers-color-scheme: dark)").matches')).toBe(true)
  await invoke('zoom', Math.log(2) / Math.log(1.2))
  await expect.poll(() => inPage('[innerWidth, devicePixelRatio]')).toEqual([450, 2])
  await host().electron.power.setIdleSeconds(61)
  expect(await invoke('idle')).toBe(61)
  await host().electron.power.fire('suspend')
  await expect.poll(() => inPage('heard.at(-1)')).toEqual(['suspend'])
})

test('reports keys and clicks to main', async () => {
  await host().page.keyboard.press('a')
  await host().page.mouse.click(1, 1)
  await expect.poll(() => host().written.stdout).toBe('keyDown\nmouseDown\n')
})

test('withholds ready-to-show from a hidden window, as Wayland may, so an app that waits for it stays hidden', async () => {
  await expect.poll(() => host().electron.window.state()).toMatchObject({ isVisible: true })
  await using withheld = await startHost({ appDir: fixture, userData, readyAfterShow: true })
  await expect.poll(() => withheld.page.evaluate('document.readyState')).toBe('complete')
  expect(await withheld.electron.window.state()).toMatchObject({ isVisible: false })
})

test('has the platform that a test chooses, with its platform-specific API', async () => {
  await using mac = await startHost({ appDir: fixture, userData, platform: 'darwin', args: ['--no-sandbox'] })
  await mac.electron.menu.press('F1') // registered there even if the template says not to
  await mac.electron.power.fire('lock-screen')
  await expect.poll(() => mac.page.evaluate('heard.length')).toBe(2)
  await expect(host().electron.power.fire('lock-screen')).rejects.toThrow('Electron has no lock-screen on linux.')
  expect((await mac.electron.app.about()).switches).toEqual(['no-sandbox'])
})

test('survives an unhandled rejection in a utility process, as Electron does', async () => {
  expect(await invoke('rejectThenDouble', 4)).toMatchObject({ doubled: 8 })
})

test('runs a utility process with a parent port', async () => {
  expect(await invoke('twice', 21)).toEqual({ doubled: 42, type: 'utility', code: 15, said: 'doubling 21 --by 2\n' })
})

test('counts every connection of the main process and of nothing else', async () => {
  using server = await listenOnLoopback()
  expect(host().connections).toEqual([])
  expect(await invoke('reach', server.url)).toBe(200)
  expect(host().connections).toEqual([{ process: 'main', kind: 'tcp', target: `127.0.0.1:${server.port}` }])
})

test('survives an unhandled rejection in main and reports it', async () => {
  expect(host().mainErrors).toEqual([])
  await invoke('crash')
  await expect.poll(() => host().mainErrors).toEqual([expect.stringContaining('an unhandled rejection')])
  expect(await invoke('echo', 1)).toEqual([1])
})

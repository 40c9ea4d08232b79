import { describe, expect } from 'vitest'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { testAlone } from '../harness/desk.ts'

const test = testAlone.extend('consoleOptions', { scope: 'file' }, { platform: 'linux', readyAfterShow: true })

const seen = { isVisible: true, isMinimized: false, isFocused: true }
const isSeen = ({ electron }: OpenConsole) => expect.poll(() => electron.window.state()).toEqual(seen)

describe('where ready-to-show comes only after show(), as on Wayland (electron#48859)', () => {
  test('the window is shown', ({ desk }) => isSeen(desk))

  test('a second start restores a minimised window, shows a hidden one, and focuses it', async ({ desk }) => {
    const { app, window } = desk.electron
    for (const how of ['minimize', 'hide'] as const)
      for (const ask of [() => app.secondInstance([], '/'), () => app.activate()]) {
        await window.putAway(how)
        expect(await window.state()).toMatchObject({ isFocused: false })
        await ask()
        await isSeen(desk)
      }
  })
})

test.each([
  ['dark', 'dark', 'auto'],
  ['light', 'dark', 'light'],
] as const)(
  'an empty window is %s like its page on a %s system with the setting "%s"',
  async (scheme, colorScheme, colourScheme) => {
    await using console = await openConsole({ colorScheme, url: 'https://127.0.0.1:9', settings: { colourScheme } })
    await isSeen(console)
    const options = await console.electron.window.options()
    const drawn = await console.page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect([scheme, drawn]).toEqual([scheme, rgbOf(`${options?.backgroundColor}`)])
  },
)

/** `#0f1218` as the page names it. */
function rgbOf(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${parts.join(', ')})`
}

import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { openConsole } from '../harness/console.ts'
import { runToEnd } from '../host/run-to-end.ts'
import type { JourneyHost, JourneyHostOptions, Run } from './journey-host.ts'

/** The built console on the stand-in host. */
export async function openOnStandIn(options: JourneyHostOptions = {}): Promise<JourneyHost> {
  const { page, userData, electron, close, ended, written, ...seen } = await openConsole(options)
  async function runAgain(args: readonly string[]): Promise<Run> {
    const { code, stdout, stderr } = await runToEnd({ appDir: inject('bundle'), userData, args })
    return { code, stdout, stderr }
  }
  return {
    page,
    userData,
    copy: electron.clipboard.write,
    copied: electron.clipboard.read,
    chooseTarget: (filePath) => electron.dialogs.queue('showSaveDialog', { canceled: false, filePath }),
    chooseFile: (file) => electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths: [file] }),
    chooseButton: (response) => electron.dialogs.queue('showMessageBox', { response }),
    messages: async () => (await electron.dialogs.asked()).flatMap((dialog) => messageIn(dialog.options)),
    command: (...args) => runAgain(args),
    async startAgain() {
      const run = await runAgain([])
      await electron.app.secondInstance([], userData)
      return run
    },
    hideWindow: () => electron.window.putAway('hide'),
    isWindowVisible: async () => (await electron.window.state())?.isVisible ?? false,
    fallAsleep: () => electron.power.fire('suspend'),
    crashPage: () => crash(page),
    quit: electron.app.quit,
    ended: ended.then(({ code }) => code),
    targets: async () => seen.connections.map(({ target }) => target),
    complaints: async () => [
      ...seen.mainErrors,
      ...written.stderr.split('\n').filter((line) => line !== ''),
      ...seen.consoleComplaints,
      ...seen.requests.filter(({ outcome }) => outcome !== 'served').map(({ outcome, url }) => `${outcome}: ${url}`),
    ],
    [Symbol.asyncDispose]: close,
  }
}

const messageIn = (options: object) => ('message' in options ? [String(options.message)] : [])

async function crash(page: Page) {
  const next = page.context().waitForEvent('page')
  const cdp = await page.context().newCDPSession(page)
  void cdp.send('Page.crash').catch(() => {}) // the page that would answer is gone
  const loaded = await next
  return {
    text: () =>
      loaded
        .locator('main')
        .allTextContents()
        .then((texts) => texts.join('\n')),
  }
}

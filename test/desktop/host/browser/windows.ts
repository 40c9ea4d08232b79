import type { BrowserContext, Page, Route } from 'playwright-core'
import type { WindowRequest } from '../browser-contract.ts'
import type { Remote } from '../channel.ts'
import type { MainCalls } from '../electron/calls.ts'
import type { Records } from '../records.ts'
import { type BrowserSettings, launchBrowser } from './chromium.ts'
import { openWindowPage, type WindowPage } from './window-page.ts'

export type WindowsParts = {
  readonly settings: BrowserSettings
  readonly main: Remote<MainCalls>
  readonly records: Records
  /** The first window's page, once it has loaded. */
  readonly onFirstPage: (page: Page) => void
}

const answerBlank = (route: Route) => route.fulfill({ contentType: 'text/html', body: '' })

/** The app's windows as pages of one browser, which starts with the first of them. */
export function createWindows({ settings, main, records, onFirstPage }: WindowsParts) {
  const windows = new Map<number, Promise<WindowPage>>()
  const requests = new Map<number, WindowRequest>()
  let launched: Promise<BrowserContext> | null = null
  let scheme = settings.colorScheme

  async function openPage(id: number, request: WindowRequest): Promise<WindowPage> {
    const isFirst = !launched
    launched ??= launchBrowser(settings, request)
    const context = await launched
    const blank = context.pages().find((each) => each.url() === 'about:blank')
    const page = windows.size === 1 && blank ? blank : await context.newPage()
    await page.emulateMedia({ colorScheme: scheme })
    if (settings.viewport !== null) await page.setViewportSize(settings.viewport ?? request)
    if (windows.size === 1) page.once('load', () => onFirstPage(page))
    const window = await openWindowPage(page, request, { id, main, records })
    if (isFirst && settings.startsBlank) await page.route('**/*', answerBlank, { times: 1 })
    return window
  }

  const windowOf = async (id: number) => (await windows.get(id)) as WindowPage

  return {
    windowOf,
    all: () => windows.values(),
    async open(id: number, request: WindowRequest): Promise<void> {
      requests.set(id, request)
      windows.set(id, openPage(id, request))
      await windowOf(id)
    },
    /** Playwright never uses a crashed page again: where Electron starts a process, another page takes its place. */
    async livePage(id: number): Promise<WindowPage> {
      const former = await windowOf(id)
      if (!former.hasCrashed()) return former
      windows.set(id, openPage(id, requests.get(id) as WindowRequest))
      await former.page.close()
      return await windowOf(id)
    },
    async setColorScheme(colorScheme: 'light' | 'dark'): Promise<void> {
      scheme = colorScheme
      for (const window of windows.values()) await (await window).page.emulateMedia({ colorScheme })
    },
    close: async () => (await launched?.catch(() => null))?.close(),
  }
}

import type { BrowserContext, Page } from 'playwright-core'
import type { Remote } from '../channel.ts'
import type { MainCalls } from '../electron/calls.ts'
import type { Connection } from '../main/connections.ts'
import type { Records } from '../records.ts'
import { type BrowserSettings, launchBrowser } from './chromium.ts'
import { openWindowPage, type WindowPage, type WindowRequest } from './window-page.ts'

type Parts = {
  readonly settings: BrowserSettings
  readonly main: Remote<MainCalls>
  readonly records: Records
  /** The first window's page, once it has loaded. */
  readonly onFirstPage: (page: Page) => void
  /** What may keep the first window from coming. */
  readonly onFailure: (error: unknown) => void
}

/** What the app's process may ask of the test's process. The browser starts with the first window. */
export function createBrowserCalls({ settings, main, records, onFirstPage, onFailure }: Parts) {
  const windows = new Map<number, Promise<WindowPage>>()
  const requests = new Map<number, WindowRequest>()
  let launched: Promise<BrowserContext> | null = null
  let scheme = settings.colorScheme

  async function open(id: number, request: WindowRequest): Promise<WindowPage> {
    launched ??= launchBrowser(settings, request)
    const context = await launched
    const blank = context.pages().find((each) => each.url() === 'about:blank')
    const page = windows.size === 1 && blank ? blank : await context.newPage()
    await page.emulateMedia({ colorScheme: scheme })
    if (settings.viewport !== null) await page.setViewportSize(settings.viewport ?? request)
    if (windows.size === 1) page.once('load', () => onFirstPage(page))
    return await openWindowPage(page, request, { id, main, records, context })
  }

  /** Playwright never uses a crashed page again: where Electron starts another process for it, another page takes its place. */
  async function pageFor(id: number): Promise<WindowPage> {
    const former = await windowOf(id)
    if (!former.hasCrashed()) return former
    windows.set(id, open(id, requests.get(id) as WindowRequest))
    await former.page.close()
    return await windowOf(id)
  }

  const windowOf = async (id: number) => (await windows.get(id)) as WindowPage

  const calls = {
    async openWindow(id: number, request: WindowRequest): Promise<void> {
      requests.set(id, request)
      windows.set(id, open(id, request))
      await windowOf(id).catch(onFailure)
    },
    async load(id: number, url: string): Promise<void> {
      const loading = (await pageFor(id)).load(await main.webAddressOf(url))
      loading.catch(onFailure)
      await loading
    },
    reload: async (id: number) => (await windowOf(id)).reload(),
    crash: async (id: number) => (await windowOf(id)).crash(),
    closeWindow: async (id: number) => (await windowOf(id)).page.close(),
    focus: async (id: number) => (await windowOf(id)).page.bringToFront(),
    async resize(id: number, width: number, height: number): Promise<void> {
      if (settings.viewport === undefined) await (await windowOf(id)).page.setViewportSize({ width, height })
    },
    send: async (id: number, channel: string, args: unknown[]) => (await windowOf(id)).send(channel, args),
    /** As zooming does, a page at 200 % has half the CSS pixels, each twice as large. */
    async setZoom(id: number, factor: number): Promise<void> {
      const { page, cdp } = await windowOf(id)
      const size = page.viewportSize()
      if (!size) return // A person's own window: Chromium zooms it.
      const metrics = {
        width: Math.round(size.width / factor),
        height: Math.round(size.height / factor),
        deviceScaleFactor: factor,
        mobile: false,
      }
      await cdp.send('Emulation.setDeviceMetricsOverride', metrics)
    },
    async setColorScheme(colorScheme: 'light' | 'dark'): Promise<void> {
      scheme = colorScheme
      for (const window of windows.values()) await (await window).page.emulateMedia({ colorScheme })
    },
    async clearStorage(): Promise<void> {
      for (const window of windows.values()) {
        const { page, cdp } = await window
        await cdp.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' })
      }
    },
    noteConnection: (connection: Connection) => void records.connections.push(connection),
    noteMainError(text: string): void {
      records.mainErrors.push(text)
      onFailure(new Error(text))
    },
  }
  return { calls, close: async () => (await launched?.catch(() => null))?.close() }
}

export type BrowserCalls = ReturnType<typeof createBrowserCalls>['calls']

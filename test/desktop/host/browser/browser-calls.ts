import type { BrowserCalls } from '../browser-contract.ts'
import type { WindowPage } from './window-page.ts'
import { createWindows, type WindowsParts } from './windows.ts'

type Parts = WindowsParts & {
  /** What may keep the first window from coming. */
  readonly onFailure: (error: unknown) => void
}

export function createBrowserCalls({ onFailure, ...parts }: Parts) {
  const { settings, main, records } = parts
  const { windowOf, ...windows } = createWindows(parts)
  const calls: BrowserCalls = {
    openWindow: (id, request) => windows.open(id, request).catch(onFailure),
    async load(id, url) {
      const loading = (await windows.livePage(id)).load(await main.webAddressOf(url))
      loading.catch(onFailure)
      await loading
    },
    reload: async (id) => (await windowOf(id)).reload(),
    crash: async (id) => (await windowOf(id)).crash(),
    closeWindow: async (id) => (await windowOf(id)).page.close(),
    focus: async (id) => (await windowOf(id)).page.bringToFront(),
    async resize(id, width, height) {
      if (settings.viewport === undefined) await (await windowOf(id)).page.setViewportSize({ width, height })
    },
    send: async (id, channel, args) => (await windowOf(id)).send(channel, args),
    setZoom: async (id, factor) => zoom(await windowOf(id), factor),
    setColorScheme: windows.setColorScheme,
    async clearStorage() {
      for (const window of windows.all()) await clear(await window)
    },
    noteConnection: (connection) => void records.connections.push(connection),
    noteMainError(text) {
      records.mainErrors.push(text)
      onFailure(new Error(text))
    },
  }
  return { calls, close: windows.close }
}

/** As zooming does, a page at 200 % has half the CSS pixels, each twice as large. */
async function zoom({ page, cdp }: WindowPage, factor: number): Promise<void> {
  const size = page.viewportSize()
  if (!size) return // A person's own window: Chromium zooms it.
  const metrics = {
    width: Math.round(size.width / factor),
    height: Math.round(size.height / factor),
    deviceScaleFactor: factor,
    mobile: false,
  }
  await cdp.send('Emulation.setDeviceMetricsOverride', metrics)
}

async function clear({ page, cdp }: WindowPage): Promise<void> {
  await cdp.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'all' })
}

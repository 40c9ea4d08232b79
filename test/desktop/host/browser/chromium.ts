import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { launchOptions } from '../../../http/browser.ts'

type Size = { readonly width: number; readonly height: number }

export type BrowserSettings = {
  /** Chromium keeps its profile in a folder of it, as Electron does. */
  readonly userData: string
  readonly headless: boolean
  /** CSS pixels; null lets the window decide. Left out, it is the app's window. */
  readonly viewport: Size | null | undefined
  /** Null leaves it to the system. */
  readonly colorScheme: 'light' | 'dark' | null
}

const flags = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost']

/**
 * The browser of one app. Its pages may use only the loopback, for which Electron asks no permission; no name
 * resolves; a page that is no window of the app loads nothing.
 */
export async function launchBrowser(settings: BrowserSettings, size: Size): Promise<BrowserContext> {
  const { userData, headless, viewport, colorScheme } = settings
  const asApp = ['--app=about:blank', `--window-size=${size.width},${size.height}`]
  const context = await chromium.launchPersistentContext(join(userData, 'chromium'), {
    ...launchOptions,
    args: [...launchOptions.args, ...flags, ...(headless ? [] : asApp)],
    headless,
    colorScheme,
    viewport: viewport ?? null,
  })
  await context.grantPermissions(['local-network-access'])
  await context.route('**/*', (route) => route.abort('aborted'))
  return context
}

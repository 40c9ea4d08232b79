import { join } from 'node:path'
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { type BrowserKind, launchOptions, sharedBrowser } from '../../../harness/browser.ts'

type Size = { readonly width: number; readonly height: number }

export type BrowserSettings = {
  readonly kind: BrowserKind
  /** Unless the browser is shared, it keeps its profile in a folder of it, as Electron does. */
  readonly userData: string
  /** CSS pixels; null lets the window decide. Left out, it is the app's window. */
  readonly viewport: Size | null | undefined
  /** Answers the first window's first document with an empty one. */
  readonly startsBlank: boolean
  /** Null leaves it to the system. */
  readonly colorScheme: 'light' | 'dark' | null
}

/**
 * The browser of one app. Its pages may use only the loopback, for which Electron asks no permission; a page that is no
 * window of the app loads nothing.
 */
export async function launchBrowser(settings: BrowserSettings, size: Size): Promise<BrowserContext> {
  const { colorScheme, viewport = null } = settings
  const options = { colorScheme, viewport }
  const context = settings.kind === 'shared' ? await newContext(options) : await launch(settings, { size, options })
  await context.grantPermissions(['local-network-access'])
  // A request may still be on its way when its page is closed.
  await context.route('**/*', (route) => route.abort('aborted').catch(() => {}))
  return context
}

const newContext = async (options: BrowserContextOptions) => (await sharedBrowser()).newContext(options)

type How = { readonly size: Size; readonly options: BrowserContextOptions }

function launch({ kind, userData }: BrowserSettings, { size, options }: How): Promise<BrowserContext> {
  const { args, ...browser } = launchOptions(kind)
  const asApp = kind === 'visible' ? ['--app=about:blank', `--window-size=${size.width},${size.height}`] : []
  return chromium.launchPersistentContext(join(userData, 'chromium'), {
    ...browser,
    ...options,
    args: [...args, ...asApp],
  })
}

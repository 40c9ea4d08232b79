import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { launchOptions } from '../../../http/browser.ts'

export type BrowserSettings = {
  /** Chromium keeps its profile in a folder of it, as Electron does. */
  readonly userData: string
  readonly headless: boolean
  /** CSS pixels; null lets the window decide. Left out, it is the app's window. */
  readonly viewport: { readonly width: number; readonly height: number } | null | undefined
  readonly colorScheme: 'light' | 'dark'
}

const flags = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost']

/** The browser of one app: nothing is granted to its pages beyond what Electron asks nobody for, no name resolves, what is no window of the app's loads nothing. */
export async function launchBrowser({
  userData,
  headless,
  viewport,
  colorScheme,
}: BrowserSettings): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(join(userData, 'chromium'), {
    ...launchOptions,
    args: [...launchOptions.args, ...flags, ...(headless ? [] : ['--app=about:blank'])],
    headless,
    colorScheme,
    viewport: viewport ?? null,
  })
  await context.grantPermissions(['local-network-access'])
  await context.route('**/*', (route) => route.abort('aborted'))
  return context
}

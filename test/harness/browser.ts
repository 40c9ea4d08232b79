import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumProgram, headlessProgram } from '../package/missing.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No name resolves.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/**
 * `shared`: that of all pages of this process, without a profile on disk, at a fifth of the cost of starting one. `own`: one
 * more, also without windows. `complete`: Chromium as it is installed, not its headless shell. `visible`: on the screen.
 */
export type BrowserKind = 'shared' | 'own' | 'complete' | 'visible'

/** How every test starts the browser; without windows it is the headless shell where that is installed. */
export const launchOptions = (kind: BrowserKind = 'own') => ({
  executablePath: (kind === 'complete' || kind === 'visible' ? chromiumProgram : headlessProgram) ?? 'chromium',
  args,
  headless: kind !== 'visible',
  // It ends with this process however that ends, as its pipe does; handlers of signals would stay for other tests.
  handleSIGHUP: false,
  handleSIGINT: false,
  handleSIGTERM: false,
})

let shared: Promise<Browser> | null = null

/** One for all pages of all test files that run in this process; it ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= chromium.launch(launchOptions())
  return shared
}

export type Visit = AsyncDisposable & {
  readonly page: Page
  /** Console errors, uncaught exceptions, and violations of the content security policy. */
  readonly complaints: string[]
  /** Addresses on other hosts that the page asked for. */
  readonly outside: string[]
}

/** Opens an address in a real browser and notes all that should not be. */
export async function visit(address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ viewport: { width: 1280, height: 1400 }, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  const outside: string[] = []
  noteComplaints(page, complaints)
  page.on('request', (request) => isOutside(request.url(), address) && outside.push(request.url()))
  await page.exposeFunction('reportViolation', (what: string) => complaints.push(what))
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => reportViolation(event.violatedDirective + ' ' + event.blockedURI))`,
  )
  await page.goto(address)
  return { page, complaints, outside, [Symbol.asyncDispose]: () => context.close() }
}

/** Notes the page's console errors and the uncaught exceptions. */
export function noteComplaints(page: Page, complaints: string[]): void {
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
}

function isOutside(url: string, address: string): boolean {
  const { protocol, host } = new URL(url)
  return protocol !== 'data:' && host !== new URL(address).host
}

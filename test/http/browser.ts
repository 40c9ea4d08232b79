import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumProgram } from '../package/missing.ts'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** How every test starts the browser. */
export const launchOptions = { executablePath: chromiumProgram ?? 'chromium', args }

export type Visit = AsyncDisposable & {
  readonly page: Page
  /** Console errors, uncaught exceptions, and violations of the content security policy. */
  readonly complaints: string[]
  /** Addresses on other hosts that the page asked for. */
  readonly outside: string[]
}

/** Opens an address in a real browser and notes all that should not be. */
export async function visit(address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const browser = await chromium.launch(launchOptions)
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
  return { page, complaints, outside, [Symbol.asyncDispose]: () => browser.close() }
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

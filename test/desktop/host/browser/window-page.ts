import { readFile } from 'node:fs/promises'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { noteComplaints } from '../../../http/browser.ts'
import type { Remote } from '../channel.ts'
import type { MainCalls } from '../electron/calls.ts'
import type { Records } from '../records.ts'
import { toAppAddress } from '../web-address.ts'
import { followInput } from './input.ts'
import { openPreloadLine, type PreloadLine } from './preload-line.ts'
import { routeRequests } from './requests.ts'

export type WindowRequest = {
  readonly width: number
  readonly height: number
  readonly preload?: string
  readonly additionalArguments: readonly string[]
}
export type WindowPage = {
  readonly page: Page
  readonly cdp: CDPSession
  readonly load: (webAddress: string) => Promise<void>
  readonly reload: () => Promise<void>
  readonly send: PreloadLine['send']
}
export type WindowParts = {
  readonly id: number
  readonly main: Remote<MainCalls>
  readonly records: Records
  readonly context: BrowserContext
}

/** Makes a page of the browser into one window of the app. */
export async function openWindowPage(page: Page, request: WindowRequest, parts: WindowParts): Promise<WindowPage> {
  const { id, main, records, context } = parts
  const cdp = await context.newCDPSession(page)
  let own = ''
  noteComplaints(page, records.consoleComplaints)
  page.on('crash', () => void main.crashed(id))
  page.on('close', () => void main.pageClosed(id))
  page.on('load', () => void main.loaded(id))
  page.on('download', async (download) => {
    const file = { url: toAppAddress(download.url()), filename: download.suggestedFilename() }
    if (await main.isDownloadPrevented(id, file)) await download.cancel()
  })
  await followNavigation(cdp, parts)
  await followInput(cdp, parts)
  await refuseWindows(page, cdp, parts)
  const line = request.preload
    ? await openPreloadLine(cdp, { ...parts, preload: await read(request, request.preload) })
    : null
  await routeRequests(page, { windowId: id, main, records, isOwnNavigation: (address) => address === own })

  async function asOwn(address: string, act: () => Promise<unknown>): Promise<void> {
    own = address
    try {
      await act()
    } catch (error) {
      throw new Error(`${/ERR_\w+/.exec(String(error)) ?? error} loading '${toAppAddress(address)}'`)
    } finally {
      own = ''
    }
  }
  return {
    page,
    cdp,
    load: (address) => asOwn(address, () => page.goto(address)),
    reload: () => asOwn(page.url(), () => page.reload()),
    send: line?.send ?? (async () => {}),
  }
}

async function read({ additionalArguments }: WindowRequest, preload: string) {
  const argv = [process.execPath, ...additionalArguments]
  const { platform, arch } = process
  const seen = {
    platform,
    arch,
    argv,
    env: {},
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    versions: { ...process.versions, electron: '45.3.4', chrome: '156.0.0.0' },
  }
  return { source: await readFile(preload, 'utf8'), process: seen }
}

async function followNavigation(cdp: CDPSession, { id, main }: WindowParts): Promise<void> {
  const { frameTree } = await cdp.send('Page.getFrameTree')
  cdp.on('Page.frameNavigated', ({ frame }) => {
    if (!frame.parentId) void main.navigated(id, toAppAddress(frame.url + (frame.urlFragment ?? '')))
  })
  cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    if (frameId === frameTree.frame.id) void main.navigatedInPage(id, toAppAddress(url))
  })
  await cdp.send('Page.enable')
}

/** Every window that the page opens is closed again, whatever the app answers; the answer is what is recorded. */
async function refuseWindows(page: Page, cdp: CDPSession, { id, main, records }: WindowParts): Promise<void> {
  page.on('popup', (popup) => void popup.close())
  cdp.on('Page.windowOpen', async ({ url, windowName, windowFeatures }) => {
    const address = toAppAddress(url)
    const details = {
      url: address,
      frameName: windowName,
      features: windowFeatures.join(),
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'default' },
    }
    records.windowOpens.push({ url: address, action: await main.windowOpenAction(id, details) })
  })
}

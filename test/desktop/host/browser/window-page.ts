import { readFile } from 'node:fs/promises'
import type { CDPSession, Page } from 'playwright-core'
import { noteComplaints } from '../../../harness/browser.ts'
import type { WindowRequest } from '../browser-contract.ts'
import { electronVersions } from '../electron-versions.ts'
import { toAppAddress } from '../web-address.ts'
import { followInput } from './input.ts'
import { followNavigation } from './navigation.ts'
import { closePopups } from './popups.ts'
import { openPreloadLine, type PreloadLine } from './preload-line.ts'
import { routeRequests } from './requests.ts'
import type { WindowParts } from './window-parts.ts'

export type WindowPage = {
  readonly page: Page
  readonly cdp: CDPSession
  readonly load: (webAddress: string) => Promise<void>
  readonly reload: () => Promise<void>
  readonly send: PreloadLine['send']
  /** Ends the page's process, even while a script of it runs. */
  readonly crash: () => void
  readonly hasCrashed: () => boolean
}

/** Makes a page of the browser into one window of the app. */
export async function openWindowPage(page: Page, request: WindowRequest, parts: WindowParts): Promise<WindowPage> {
  const { id, main, records } = parts
  const cdp = await page.context().newCDPSession(page)
  let own = ''
  let isGone = false
  noteComplaints(page, records.consoleComplaints)
  page.on('crash', () => {
    isGone = true
    void main.crashed(id)
  })
  page.on('close', () => isGone || void main.pageClosed(id))
  page.on('load', () => void main.loaded(id))
  page.on('download', async (download) => {
    const file = { url: toAppAddress(download.url()), filename: download.suggestedFilename() }
    const isPrevented = await main.isDownloadPrevented(id, file)
    if (isPrevented) await download.cancel()
    records.downloads.push({ url: file.url, isPrevented })
  })
  await followNavigation(cdp, parts)
  await followInput(cdp, parts)
  closePopups(page, cdp, parts)
  const line = request.preload
    ? await openPreloadLine(cdp, { ...parts, preload: await read(request, request.preload) })
    : null
  await routeRequests(page, { ...parts, isOwnNavigation: (address) => bare(address) === own })

  async function asOwn(address: string, act: () => Promise<unknown>): Promise<void> {
    own = bare(address)
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
    crash: () => void cdp.send('Page.crash').catch(() => {}), // no page is left to answer
    hasCrashed: () => isGone,
  }
}

/** What a request says of an address: its fragment stays in the page. */
const bare = (address: string) => address.replace(/#.*$/s, '')

/** The preload's text, and the `process` that a sandboxed one finds. */
async function read({ additionalArguments }: WindowRequest, preload: string) {
  const { platform, arch, execPath } = process
  const fixed = { env: {}, type: 'renderer', sandboxed: true, contextIsolated: true }
  const seen = { ...fixed, platform, arch, argv: [execPath, ...additionalArguments], versions: electronVersions }
  return { source: await readFile(preload, 'utf8'), process: seen }
}

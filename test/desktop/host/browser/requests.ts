import type { Page, Route } from 'playwright-core'
import type { PageRequestRecord } from '../records.ts'
import { toAppAddress } from '../web-address.ts'
import type { WindowParts } from './window-parts.ts'

type RequestParts = WindowParts & {
  /** Whether the host itself, rather than the page, asked for this address. */
  readonly isOwnNavigation: (webAddress: string) => boolean
}

/** Puts every request of the page before the app: its navigation events, its webRequest listener, its protocol handler. */
export async function routeRequests(page: Page, { id, main, records, isOwnNavigation }: RequestParts): Promise<void> {
  await page.route('**/*', async (route) => {
    try {
      records.requests.push(await decide(route))
    } catch (error) {
      records.mainErrors.push(String((error as Error)?.stack ?? error))
      await route.abort('failed').catch(() => {})
    }
  })
  page.on('websocket', (socket) => note(toAppAddress(socket.url()), 'sent'))
  const note = (url: string, outcome: PageRequestRecord['outcome']) =>
    records.requests.push({ url, method: 'GET', resourceType: 'websocket', outcome })

  async function decide(route: Route): Promise<PageRequestRecord> {
    const request = route.request()
    const url = toAppAddress(request.url())
    const method = request.method()
    const resourceType = request.resourceType()
    const record = (outcome: PageRequestRecord['outcome']) => ({ url, method, resourceType, outcome })
    const isMainFrame = request.isNavigationRequest() && request.frame() === page.mainFrame()
    const asksToLeave = request.isNavigationRequest() && !(isMainFrame && isOwnNavigation(request.url()))
    if (asksToLeave && (await main.isNavigationPrevented(id, { url, isMainFrame })))
      return await stop(route, 'aborted', record('prevented'))
    if (await main.isCancelled({ url, method, resourceType, windowId: id }))
      return await stop(route, 'blockedbyclient', record('cancelled'))
    const response = await main.serve({
      url,
      method,
      headers: await request.allHeaders(),
      body: request.postDataBuffer(),
    })
    if (response) await route.fulfill({ ...response, body: Buffer.from(response.body) })
    else await route.continue()
    return record(response ? 'served' : 'sent')
  }
}

async function stop(route: Route, reason: string, record: PageRequestRecord): Promise<PageRequestRecord> {
  await route.abort(reason)
  return record
}

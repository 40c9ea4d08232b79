import type { CDPSession } from 'playwright-core'
import { toAppAddress } from '../web-address.ts'
import type { WindowParts } from './window-parts.ts'

/** Tells main where its window's own frame is, in the order in which the page goes there and calls. */
export async function followNavigation(cdp: CDPSession, { id, main }: WindowParts): Promise<void> {
  const { frameTree } = await cdp.send('Page.getFrameTree')
  cdp.on('Page.frameNavigated', ({ frame }) => {
    if (!frame.parentId) void main.navigated(id, toAppAddress(frame.url + (frame.urlFragment ?? '')))
  })
  cdp.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
    if (frameId === frameTree.frame.id) void main.navigatedInPage(id, toAppAddress(url))
  })
  await cdp.send('Page.enable')
}

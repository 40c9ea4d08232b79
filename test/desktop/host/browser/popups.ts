import type { CDPSession, Page } from 'playwright-core'
import { toAppAddress } from '../web-address.ts'
import type { WindowParts } from './window-parts.ts'

/** Closes every window that the page opens, also one that the app allows; what the app answered is recorded. */
export function closePopups(page: Page, cdp: CDPSession, { id, main, records }: WindowParts): void {
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

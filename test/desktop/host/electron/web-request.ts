import { matchesAny } from './url-pattern.ts'

type Details = {
  readonly id: number
  readonly url: string
  readonly method: string
  readonly resourceType: string
  readonly webContentsId: number
  readonly timestamp: number
  readonly referrer: string
}
type Verdict = { readonly cancel?: boolean; readonly redirectURL?: string }
type Listener = (details: Details, callback: (verdict: Verdict) => void) => void
type Filter = { readonly urls: readonly string[] }

let filter: Filter = { urls: ['<all_urls>'] }
let listener: Listener | null = null
let count = 0

function onBeforeRequest(filterOrListener: Filter | Listener | null, given?: Listener | null): void {
  const hasFilter = typeof filterOrListener === 'object' && filterOrListener !== null
  filter = hasFilter ? filterOrListener : { urls: ['<all_urls>'] }
  listener = hasFilter ? (given ?? null) : (filterOrListener as Listener | null)
}

export const webRequest = { onBeforeRequest }

export const webRequestCalls = {
  isCancelled({
    url,
    method,
    resourceType,
    windowId,
  }: {
    url: string
    method: string
    resourceType: string
    windowId: number
  }): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (!listener || !matchesAny(filter.urls, url)) return resolve(false)
      const details = {
        id: ++count,
        url,
        method,
        resourceType,
        webContentsId: windowId,
        timestamp: Date.now(),
        referrer: '',
      }
      listener(details, ({ cancel = false, redirectURL }) => {
        if (redirectURL) reject(new Error('The stand-in host has no redirectURL of onBeforeRequest.'))
        else resolve(cancel)
      })
    })
  },
}

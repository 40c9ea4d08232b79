import type { bridgeEnd } from './bridge-end.ts'

declare global {
  var open: (...given: unknown[]) => { close(): void } | null
}

/** Runs in the page's world before the page: makes of what the preload exposes a frozen property of `window`. */
export function openPageWorld({ take, post, hear }: ReturnType<typeof bridgeEnd>) {
  const freeze = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
    Object.values(value).forEach(freeze)
    return Object.freeze(value)
  }
  const known = new Set<string>()
  hear('expose', ({ key, api }: { key: string; api: unknown }) => {
    if (known.has(key)) return
    known.add(key)
    Object.defineProperty(globalThis, key, { value: freeze(take(api)), enumerable: true })
  })
  // Electron answers null where the app denies the window; Chromium has already made one.
  const openWindow = globalThis.open.bind(globalThis)
  globalThis.open = (...given: unknown[]) => {
    openWindow(...given)?.close()
    return null
  }
  post('hello', null)
}

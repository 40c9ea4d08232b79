import { appOrigin } from './app-protocol.ts'

type Frame = { readonly url: string }
type Asking = { readonly sender: unknown; readonly senderFrame: Frame | null }
type Window = { isDestroyed(): boolean; readonly webContents: { readonly mainFrame: Frame } }

/** GateRequest by the main frame of our own window, showing our own page: a frame within it or a blank page is not ours. */
export function isOurs({ sender, senderFrame }: Asking, window: Window | null): boolean {
  if (!window || window.isDestroyed() || !senderFrame) return false
  return (
    sender === window.webContents &&
    senderFrame === window.webContents.mainFrame &&
    senderFrame.url.startsWith(`${appOrigin}/`)
  )
}

/** Where a link of the console may lead in the system's browser: the consoles of the providers. */
const allowed: ReadonlySet<string> = new Set(['https://console.fireblocks.io', 'https://app.copper.co'])

/** The origin alone will not do: that of `blob:https://…` is the same. */
export function mayOpenOutside(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' && allowed.has(origin)
}

import { appOrigin } from './protocol/app-protocol.ts'

type Frame = { readonly url: string }
type Asking = { readonly sender: unknown; readonly senderFrame: Frame | null }
type Window = { isDestroyed(): boolean; readonly webContents: { readonly mainFrame: Frame } }

/** Asked by the main frame of our own window, showing our own page: a frame within it or a blank page is not ours. */
export function isOurs({ sender, senderFrame }: Asking, window: Window | null): boolean {
  if (!window || window.isDestroyed() || !senderFrame) return false
  return (
    sender === window.webContents &&
    senderFrame === window.webContents.mainFrame &&
    senderFrame.url.startsWith(`${appOrigin}/`)
  )
}

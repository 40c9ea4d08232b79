import { type OpenWindow, openWindows, windowOf } from './open-windows.ts'
import { createFrame, type Frame } from './web-frame.ts'

type Event = {
  readonly type: 'frame'
  readonly sender: unknown
  readonly senderFrame: Frame | null
  readonly frameId: number
  readonly processId: number
}
// biome-ignore lint/suspicious/noExplicitAny: Electron's own signature.
type Handler = (event: Event, ...args: any[]) => unknown

/** Where a call seems to come from: the window's own frame, a frame within it, another document, or a frame that is gone. */
export type Sender = 'main frame' | 'gone' | { readonly subframe: string } | { readonly mainFrameAt: string }
/** `error` is what Electron shows the renderer: the error's own `String()`. */
export type Answered = { readonly value: unknown } | { readonly error: string }

const handlers = new Map<string, Handler>()

export const ipcMain = {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
  removeHandler: (channel: string): void => void handlers.delete(channel),
}

async function invoke(windowId: number, call: { channel: string; args: unknown[]; sender: Sender }): Promise<Answered> {
  const handler = handlers.get(call.channel)
  try {
    if (!handler) throw new Error(`No handler registered for '${call.channel}'`)
    return { value: structuredClone(await handler(eventOf(windowId, call.sender), ...call.args)) }
  } catch (error) {
    return { error: isNotCloned(error) ? 'Error: An object could not be cloned.' : String(error) }
  }
}

const isNotCloned = (error: unknown) => error instanceof DOMException && error.name === 'DataCloneError'

function eventOf(windowId: number, from: Sender): Event {
  const sender = windowOf(windowId)?.webContents as OpenWindow['webContents']
  const senderFrame = frameOf(sender.mainFrame, from)
  return {
    type: 'frame',
    sender,
    senderFrame,
    frameId: senderFrame?.routingId ?? 0,
    processId: senderFrame?.processId ?? 0,
  }
}

function frameOf(mainFrame: Frame, from: Sender): Frame | null {
  if (from === 'gone') return null
  if (from === 'main frame') return mainFrame
  return 'subframe' in from ? createFrame(() => from.subframe, mainFrame) : createFrame(() => from.mainFrameAt)
}

export const ipcCalls = {
  invoke,
  /** A call from the first window that need not have passed the preload. */
  forge: (call: { channel: string; args: unknown[]; sender: Sender }) => invoke(openWindows()[0]?.id ?? 0, call),
  channels: () => [...handlers.keys()],
}

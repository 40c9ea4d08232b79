import type { EventEmitter } from 'node:events'
import type { Frame } from './web-frame.ts'

export type WindowOptions = {
  readonly width?: number
  readonly height?: number
  readonly x?: number
  readonly y?: number
  readonly show?: boolean
  readonly title?: string
  readonly webPreferences?: {
    readonly preload?: string
    readonly additionalArguments?: string[]
    readonly [name: string]: unknown
  }
  readonly [name: string]: unknown
}

export type WindowOpen = {
  url: string
  frameName: string
  features: string
  disposition: string
  referrer: { url: string; policy: string }
}
export type OpenHandler = (details: WindowOpen) => { action: 'allow' | 'deny' }

/** A `WebContents`, as the host's other parts use it. */
type OpenContents = EventEmitter & {
  readonly mainFrame: Frame
  readonly openHandler: OpenHandler
  address: string
  zoomLevel: number
  reload(): void
}

/** A `BrowserWindow`, as the host's other parts use it. */
export type OpenWindow = EventEmitter & {
  readonly id: number
  readonly webContents: OpenContents
  readonly options: WindowOptions
  isVisible(): boolean
  isFocused(): boolean
  isMinimized(): boolean
  drawn(): void
  focus(): void
  minimize(): void
  hide(): void
  close(): void
  destroy(): void
}

const windows = new Map<number, OpenWindow>()

export const addWindow = (window: OpenWindow): void => void windows.set(window.id, window)
export const removeWindow = (id: number): boolean => windows.delete(id)
export const openWindows = (): OpenWindow[] => [...windows.values()]
export const windowOf = (id: number): OpenWindow | undefined => windows.get(id)

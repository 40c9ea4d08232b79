import type { Connection } from './main/connections.ts'

/** The window that the app opens. */
export type WindowRequest = {
  readonly width: number
  readonly height: number
  readonly preload?: string
  readonly additionalArguments: readonly string[]
}

/** What the app's process may ask of the test's process, which holds the browser. Windows go by their id. */
export type BrowserCalls = {
  openWindow(id: number, request: WindowRequest): Promise<void>
  /** Rejects as Electron does where the page cannot be loaded. */
  load(id: number, url: string): Promise<void>
  reload(id: number): Promise<void>
  crash(id: number): Promise<void>
  closeWindow(id: number): Promise<void>
  focus(id: number): Promise<void>
  resize(id: number, width: number, height: number): Promise<void>
  send(id: number, channel: string, args: unknown[]): Promise<void>
  /** 1 is 100 %. */
  setZoom(id: number, factor: number): Promise<void>
  setColorScheme(colorScheme: 'light' | 'dark'): Promise<void>
  clearStorage(): Promise<void>
  noteConnection(connection: Connection): void
  noteMainError(text: string): void
}

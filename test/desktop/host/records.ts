import type { Connection } from './main/connections.ts'

/**
 * A request of the page: answered by the app's protocol handler, cancelled by its webRequest listener, stopped with the
 * navigation it belonged to, or let out to the network.
 */
export type PageRequestRecord = {
  readonly url: string
  readonly method: string
  readonly resourceType: string
  readonly outcome: 'served' | 'cancelled' | 'prevented' | 'sent'
}
export type WindowOpenRecord = { readonly url: string; readonly action: 'allow' | 'deny' }
export type DownloadRecord = { readonly url: string; readonly isPrevented: boolean }

/** What is noted while an app runs; the arrays grow. */
export type Records = {
  readonly requests: PageRequestRecord[]
  readonly windowOpens: WindowOpenRecord[]
  readonly downloads: DownloadRecord[]
  /** Every connection, name look-up and datagram socket of the main process and its utility processes. */
  readonly connections: Connection[]
  /** Uncaught errors of the main process, its protocol handlers and the preload. */
  readonly mainErrors: string[]
  /** Console errors, uncaught exceptions of the page, and violations of its content security policy. */
  readonly consoleComplaints: string[]
}

export const createRecords = (): Records => ({
  requests: [],
  windowOpens: [],
  downloads: [],
  connections: [],
  mainErrors: [],
  consoleComplaints: [],
})

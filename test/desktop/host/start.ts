import type { Page } from 'playwright-core'
import type { Ended } from './app-process.ts'
import { type Control, createControl } from './control.ts'
import { launch } from './launch.ts'
import type { HostOptions } from './options.ts'
import type { Records } from './records.ts'

export type Host = AsyncDisposable &
  Records & {
    /** The first window, loaded. */
    readonly page: Page
    readonly electron: Control
    /** What the main process has written; it grows. */
    readonly written: { readonly stdout: string; readonly stderr: string }
    /** The main process, which leads the process group of all that it starts. */
    readonly pid: number
    readonly ended: Promise<Ended>
    /** Ends the app at once, with every process it started and its browser. */
    readonly close: () => Promise<void>
  }

/**
 * Runs the unmodified bundle of an Electron app without Electron: main in a Node process whose `electron` is the
 * stand-in's, its windows as pages of Debian's Chromium with the preload in an isolated world.
 *
 * It cannot prove: the sandbox, fuses, loading from an asar, native menus and dialogs, real structured clone,
 * certificate behaviour, keytar inside Electron. See README.md in this folder.
 *
 * Rejects when the app ends or has an uncaught error before it has loaded a window.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { main, records, firstPage, written, pid, kill, ended } = launch(options)
  async function close(): Promise<void> {
    kill()
    await ended
  }
  try {
    const page = await firstPage
    return { ...records, page, electron: createControl(main), written, pid, ended, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

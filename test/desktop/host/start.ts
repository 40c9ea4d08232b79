import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { type Ended, startAppProcess } from './app-process.ts'
import { createBrowserCalls } from './browser/browser-calls.ts'
import { type Control, createControl } from './control.ts'
import { createRecords, type Records } from './records.ts'

export type HostOptions = {
  /** Folder with the app's package.json (`main`) and its bundle; also the unpacked content of an app.asar. */
  readonly appDir: string
  readonly userData: string
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly headless?: boolean
  /** CSS pixels; null lets the browser's window decide. Left out, it is the size of the app's window. */
  readonly viewport?: { readonly width: number; readonly height: number } | null
  readonly colorScheme?: 'light' | 'dark'
  /** What `app.isPackaged` answers. */
  readonly packaged?: boolean
  /** No test queues answers: a dialog is cancelled, and what would leave for the system is printed. */
  readonly unattended?: boolean
}

export type Host = AsyncDisposable &
  Records & {
    /** The first window, loaded. */
    readonly page: Page
    readonly electron: Control
    /** All that the main process has written to stdout and stderr. */
    readonly output: () => string
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
 * certificate behaviour, keytar inside Electron. See README.md beside this file.
 *
 * Rejects when the app ends before it has loaded a window.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const [records, first] = [createRecords(), Promise.withResolvers<Page>()]
  const app = startAppProcess(settingsOf(options), options.env)
  const browser = createBrowserCalls({
    settings: browserSettingsOf(options),
    main: app.main,
    records,
    onFirstPage: first.resolve,
    onFailure: first.reject,
  })
  app.offer(browser.calls)
  app.ended.then(({ code, signal }) => {
    first.reject(
      new Error(`The app ended with ${signal ?? `code ${code}`} before it loaded a window.\n${app.output()}`),
    )
    return browser.close()
  })
  async function close(): Promise<void> {
    app.kill()
    await app.ended
    await browser.close()
  }
  try {
    const page = await first.promise
    const { output, pid, ended } = app
    return {
      ...records,
      page,
      electron: createControl(app.main),
      output,
      pid,
      ended,
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const settingsOf = ({
  appDir,
  userData,
  args = [],
  packaged = false,
  colorScheme = 'light',
  unattended = false,
}: HostOptions) => ({
  appDir: resolve(appDir),
  userData: resolve(userData),
  args,
  packaged,
  colorScheme,
  unattended,
})

const browserSettingsOf = ({ userData, headless = true, viewport, colorScheme = 'light' }: HostOptions) => ({
  userData: resolve(userData),
  headless,
  viewport,
  colorScheme,
})

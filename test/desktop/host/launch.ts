import type { Page } from 'playwright-core'
import { startAppProcess } from './app-process.ts'
import { createBrowserCalls } from './browser/browser-calls.ts'
import { browserSettings, type HostOptions, mainSettings } from './options.ts'
import { createRecords } from './records.ts'

/** Starts the app; its browser starts with its first window and ends with it. */
export function launch(options: HostOptions) {
  const records = createRecords()
  const first = Promise.withResolvers<Page>()
  first.promise.catch(() => {}) // A run without a window waits for none.
  const { main, offer, written, pid, kill, ...app } = startAppProcess(mainSettings(options), options.env)
  const { calls, close } = createBrowserCalls({
    settings: browserSettings(options),
    main,
    records,
    onFirstPage: first.resolve,
    onFailure: first.reject,
  })
  offer(calls)
  const ended = app.ended.then(async (end) => {
    const how = end.signal ?? `code ${end.code}`
    first.reject(new Error(`The app ended with ${how} before it had loaded a window.\n${written.stderr}`))
    await close()
    return end
  })
  return { main, records, firstPage: first.promise, written, pid, kill, ended }
}

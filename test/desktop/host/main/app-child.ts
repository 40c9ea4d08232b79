import { readFileSync } from 'node:fs'
import { flushCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { calls } from '../electron/calls.ts'
import { readiness } from '../electron/ready.ts'
import { noteConnections } from './connections.ts'
import { disguise } from './disguise.ts'
import { browser, offer } from './link.ts'
import { settings } from './settings.ts'

const electron = new URL('../electron/electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: electron, shortCircuit: true }
      : next(specifier, context),
})

// The process, and all that it started in its group, ends as soon as the process that started it has ended.
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
offer(calls)
noteConnections('main', (connection) => void browser.noteConnection(connection))
// Electron survives an uncaught error, and so does the stand-in.
for (const last of ['uncaughtException', 'unhandledRejection']) process.on(last, report)

function report(error: unknown): void {
  const text = String((error as Error)?.stack ?? error)
  process.stderr.write(`${text}\n`)
  void browser.noteMainError(text)
}

const { main } = JSON.parse(readFileSync(join(settings.appDir, 'package.json'), 'utf8'))
Object.assign(process, { resourcesPath: settings.appDir })
const argv = [...(settings.packaged ? [] : [settings.appDir]), ...settings.args]
disguise({ type: 'browser', argv, platform: settings.platform })
try {
  await import(pathToFileURL(join(settings.appDir, main)).href)
  readiness.begin()
  flushCompileCache() // Most tests kill it, and a killed process stores nothing.
} catch (error) {
  report(error)
  process.exit(1)
}

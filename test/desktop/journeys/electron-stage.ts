import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright-core'
import { inject } from 'vitest'
import type { Stage } from './stage.ts'

const electron = createRequire(import.meta.url).resolve('electron/package.json')
const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(electron, '..', 'dist')
const program = ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron']
  .map((name) => join(dist, name))
  .find((file) => existsSync(file))

/** Why there is no journey on a real Electron here; null where there is one. */
export const noElectron = program ? null : 'Electron is not installed here: name one with ELECTRON_OVERRIDE_DIST_PATH'

/** The built console in Electron itself, with a profile folder of its own. */
export async function openOnElectron(): Promise<Stage> {
  if (!program) throw new Error(noElectron ?? undefined)
  const userData = await mkdtemp(join(tmpdir(), 'strongroom-electron-'))
  const app = await _electron.launch({
    executablePath: program,
    env: withoutKeychain(),
    args: [inject('bundle'), `--user-data-dir=${userData}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  await app.evaluate(followMain)
  const page = await app.firstWindow()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  return { page, userData, ...surroundingsOf(app), complaints: () => complaints, ...ending(app, userData) }
}

/** Where the keychain is found over D-Bus it is left alone; elsewhere signing out erases what signing in wrote. */
function withoutKeychain(): Record<string, string> {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _run, ...env } = process.env
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

type Noting = { targets?: string[] }

/** Runs in the main process: notes each connection it makes. */
function followMain(): void {
  const targets: string[] = []
  Object.assign(globalThis, { targets } satisfies Noting)
  const { createHook } = process.getBuiltinModule('node:async_hooks')
  const note = (type: string, { address, port, hostname }: { address?: string; port?: number; hostname?: string }) => {
    if (type === 'TCPCONNECTWRAP') targets.push(`${address}:${port}`)
    if (type === 'GETADDRINFOREQWRAP') targets.push(`${hostname}`)
  }
  createHook({ init: (...[, type, , resource]) => queueMicrotask(() => note(type, resource)) }).enable()
}

const surroundingsOf = (app: ElectronApplication) => ({
  copy: (text: string) => app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text),
  copied: () => app.evaluate(({ clipboard }) => clipboard.readText()),
  chooseTarget: (file: string) =>
    app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, file),
  targets: () => app.evaluate(() => (globalThis as Noting).targets ?? []),
})

const ending = (app: ElectronApplication, userData: string) => ({
  async [Symbol.asyncDispose]() {
    await app.close()
    await rm(userData, { recursive: true, force: true })
  },
})

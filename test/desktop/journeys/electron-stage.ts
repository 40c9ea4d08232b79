import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { noteComplaints } from '../../harness/browser.ts'
import { ended } from '../../harness/cli.ts'
import { withoutDesktop, writeProfile } from '../harness/console.ts'
import type { JourneyHost, JourneyHostOptions, Run } from './journey-host.ts'

const electron = createRequire(import.meta.url).resolve('electron/package.json')
const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(electron, '..', 'dist')
const program = ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron']
  .map((name) => join(dist, name))
  .find((file) => existsSync(file))

/** Why there is no journey on a real Electron here; null where there is one. */
export const noElectron = program
  ? null
  : 'Electron is not installed here: run "npx install-electron", or name its folder with ELECTRON_OVERRIDE_DIST_PATH'

const isRoot = process.getuid?.() === 0

/** Such as --ozone-platform=wayland. Chromium's own messages are off: what is left on standard error is the console's. */
const switches = ['--log-level=3', ...(process.env.STRONGROOM_ELECTRON_SWITCHES ?? '').split(' ').filter(Boolean)]

/** What Electron alone can show. */
type ElectronStage = JourneyHost & {
  /** The process of the page. */
  pagePid(): Promise<number | undefined>
}

/** The built console in Electron itself, its pages in Chromium's sandbox unless root runs this. */
export async function openOnElectron(options: JourneyHostOptions = {}): Promise<ElectronStage> {
  if (!program) throw new Error(noElectron ?? undefined)
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'strongroom-electron-')))
  if (options.url) await writeProfile(userData, randomUUID(), { url: options.url })
  const start = {
    executablePath: program,
    env: onlySet({ ...withoutDesktop(), ...displays(), ...options.env }),
    args: [inject('bundle'), `--user-data-dir=${userData}`, ...switches],
  }
  const app = await _electron.launch({ ...start, chromiumSandbox: !isRoot })
  const complaints = complaintsOf(app)
  await app.evaluate(followMain)
  await app.evaluate(answerDialogs)
  const page = await app.firstWindow()
  complaints.follow(page)
  const runAgain = (args: readonly string[]) => runToEnd({ ...start, args: [...start.args, ...args] })
  return {
    page,
    userData,
    ...systemOf(app),
    command: (...args) => runAgain(args),
    startAgain: () => runAgain([]),
    complaints: complaints.all,
    ...endingOf(app, options.userData ? null : userData),
  }
}

/** Where Electron opens its window. A journey may have another XDG_RUNTIME_DIR, so Wayland's socket is named in full. */
function displays(): NodeJS.ProcessEnv {
  const { DISPLAY, XAUTHORITY, WAYLAND_DISPLAY, XDG_RUNTIME_DIR = '' } = process.env
  return { DISPLAY, XAUTHORITY, ...(WAYLAND_DISPLAY && { WAYLAND_DISPLAY: resolve(XDG_RUNTIME_DIR, WAYLAND_DISPLAY) }) }
}

/** The variables of an environment that have a value. */
const onlySet = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))

type Start = { readonly executablePath: string; readonly env: Record<string, string>; readonly args: readonly string[] }

async function runToEnd({ executablePath, env, args }: Start): Promise<Run> {
  const child = spawn(executablePath, [...(isRoot ? ['--no-sandbox'] : []), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { status, stdout, stderr } = await ended(child)
  return { code: status, stdout, stderr }
}

/** What Playwright's debuggers print. */
const ofDebuggers =
  /^(Debugger (listening|attached|ending)|For help, see|DevTools listening|Waiting for the debugger|$)/

function complaintsOf(app: ElectronApplication) {
  const ofPage: string[] = []
  let stderr = ''
  app.process().stderr?.on('data', (text) => {
    stderr += text
  })
  return {
    follow(page: Page): void {
      noteComplaints(page, ofPage)
      page.on('requestfailed', (request) => ofPage.push(`${request.failure()?.errorText}: ${request.url()}`))
    },
    all: async () => [
      ...ofPage,
      ...stderr.split(/\r?\n/).filter((line) => !ofDebuggers.test(line)),
      ...(await app.evaluate(() => (globalThis as Noted).noted?.errors ?? [])),
    ],
  }
}

type Noted = { noted?: { readonly targets: string[]; readonly errors: string[]; readonly messages: string[] } }

/** Runs in the main process: notes each connection it makes and each uncaught error. */
function followMain(): void {
  const noted = { targets: [] as string[], errors: [] as string[], messages: [] as string[] }
  Object.assign(globalThis, { noted } satisfies Noted)
  process.on('uncaughtExceptionMonitor', (error) => noted.errors.push(String(error.stack)))
  const { createHook } = process.getBuiltinModule('node:async_hooks')
  const note = (type: string, { address, port, hostname }: { address?: string; port?: number; hostname?: string }) => {
    if (type === 'TCPCONNECTWRAP') noted.targets.push(`${address}:${port}`)
    if (type === 'GETADDRINFOREQWRAP') noted.targets.push(`${hostname}`)
  }
  createHook({ init: (...[, type, , resource]) => queueMicrotask(() => note(type, resource)) }).enable()
}

type Electron = typeof import('electron')
type Answers = { buttons?: number[] }

/** Runs in the main process: a message is answered as the test has chosen, and cancelled where it has not. */
function answerDialogs({ dialog }: Electron): void {
  const buttons: number[] = []
  Object.assign(globalThis, { buttons } satisfies Answers)
  dialog.showMessageBox = async (...given: unknown[]) => {
    const { message } = given.at(-1) as { message: string }
    ;(globalThis as Noted).noted?.messages.push(message)
    return { response: buttons.shift() ?? 0, checkboxChecked: false }
  }
}

const systemOf = (app: ElectronApplication) => ({
  copy: (text: string) => app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text),
  copied: () => app.evaluate(({ clipboard }) => clipboard.readText()),
  chooseTarget: (file: string) =>
    app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, file),
  chooseFile: (file: string) =>
    app.evaluate(({ dialog }, filePath) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] })
    }, file),
  chooseButton: (index: number) =>
    app.evaluate((_, button) => void (globalThis as Answers).buttons?.push(button), index),
  messages: () => app.evaluate(() => (globalThis as Noted).noted?.messages ?? []),
  targets: () => app.evaluate(() => (globalThis as Noted).noted?.targets ?? []),
  hideWindow: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide()),
  isWindowVisible: async () =>
    (await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())) ?? false,
  fallAsleep: () => app.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend')),
  async crashPage() {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
    // Playwright's page does not come back from a crash.
    const read = ({ BrowserWindow }: Electron): Promise<string> | undefined =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(`document.querySelector('main')?.textContent`)
    return { text: async () => (await app.evaluate(read)) ?? '' }
  },
  pagePid: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId()),
  quit: () => app.evaluate(({ app: electronApp }) => void setImmediate(() => electronApp.quit())),
})

function endingOf(app: ElectronApplication, folder: string | null) {
  const child = app.process()
  return {
    ended: new Promise<number | null>((end) => child.once('exit', end)),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) await app.close()
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

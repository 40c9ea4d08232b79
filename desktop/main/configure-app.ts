import { homedir } from 'node:os'
import { join } from 'node:path'

/** As much of Electron's `app` as is set before it is ready. */
type App = {
  readonly isPackaged: boolean
  readonly commandLine: { hasSwitch(name: string): boolean; removeSwitch(name: string): void }
  enableSandbox(): void
  setAppUserModelId(id: string): void
  setPath(name: 'userData' | 'sessionData', path: string): void
}

type Settings = Pick<NodeJS.Process, 'platform' | 'env'> & {
  /** A build for tests, which drive the packaged program through Chromium's debugging port. */
  readonly keepsDebuggingPort: boolean
}

/** No fuse disables these switches, and each lets another program call the bridge. */
const debuggingSwitches = ['remote-debugging-port', 'remote-debugging-pipe']

/**
 * Sets what Electron reads before it is ready, and before the lock of one instance is taken. Answers whether pages run in
 * Chromium's sandbox, which an AppImage turns off where programs may not create user namespaces.
 */
export function configureApp(app: App, { platform, env, keepsDebuggingPort }: Settings): { isSandboxed: boolean } {
  // enableSandbox() takes the switch off the command line, although Chromium has acted on it by now.
  const isSandboxed = !app.commandLine.hasSwitch('no-sandbox')
  app.enableSandbox()
  if (app.isPackaged && !keepsDebuggingPort) for (const name of debuggingSwitches) app.commandLine.removeSwitch(name)
  if (platform === 'win32') configureOnWindows(app, env)
  return { isSandboxed }
}

/** A roaming profile is copied to a file server at sign-out, the data of this machine together with the key file. */
function configureOnWindows(app: App, { LOCALAPPDATA = join(homedir(), 'AppData', 'Local') }: NodeJS.ProcessEnv): void {
  const folder = join(LOCALAPPDATA, 'strongroom')
  for (const name of ['userData', 'sessionData'] as const) app.setPath(name, folder)
  // The appId of the installer's shortcuts; with another one a pinned window has a button of its own.
  app.setAppUserModelId('app.strongroom.console')
}

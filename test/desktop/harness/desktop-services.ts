import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian's own: another one of the path has no D-Bus. */
const python = '/usr/bin/python3'

function findMissing(): string | null {
  for (const [program, brings] of [
    ['/usr/bin/dbus-daemon', 'dbus'],
    ['/usr/bin/busctl', 'systemd'],
  ] as const)
    if (!existsSync(program)) return `no ${brings} here`
  return spawnSync(python, ['-c', 'import dbusmock']).status === 0 ? null : 'no python3-dbusmock here'
}

/** What a service of the test's own on a message bus takes and this machine lacks. */
export const missingMocks: string | null = findMissing()

/** A system bus of the test's own with the logind of python-dbusmock, whose session "auto" stands for the caller's. */
export type Logind = AsyncDisposable & {
  /** For what is to use this bus. */
  readonly env: NodeJS.ProcessEnv
  /** As the desktop of a session does when it locks its screen. */
  setLockedHint(isLocked: boolean): Promise<void>
  /** Ends logind; the bus stays. */
  end(): Promise<void>
}

export async function startLogind(): Promise<Logind> {
  const { bus, address } = await startBus()
  const env = { DBUS_SYSTEM_BUS_ADDRESS: address }
  const logind = mock(['--system', '--template', 'logind'], env)
  const call = (path: string, ...args: readonly string[]) =>
    run('busctl', ['--system', 'call', 'org.freedesktop.login1', `/org/freedesktop/login1${path}`, ...args], {
      env: { ...process.env, ...env },
    })
  const session = ['auto', 'seat0', `${process.getuid?.()}`, 'operator', 'true']
  await untilDone(() => call('', 'org.freedesktop.DBus.Mock', 'AddSession', 'ssusb', ...session))
  return {
    env,
    setLockedHint: async (isLocked) => {
      await call('/session/auto', 'org.freedesktop.login1.Session', 'SetLockedHint', 'b', `${isLocked}`)
    },
    end: () => end(logind),
    async [Symbol.asyncDispose]() {
      for (const child of [logind, bus]) await end(child)
    },
  }
}

/** A message bus of the test's own. */
async function startBus() {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [address] = await once(bus.stdout, 'data')
  return { bus, address: String(address).trim() }
}

/** A service of python-dbusmock. */
const mock = (args: readonly string[], env: NodeJS.ProcessEnv) =>
  spawn(python, ['-m', 'dbusmock', ...args], { env: { ...process.env, ...env }, stdio: 'ignore' })

const panel = 'org.kde.StatusNotifierWatcher'
const panelObject = '/StatusNotifierWatcher'
const hostProperty = 'IsStatusNotifierHostRegistered'

/** A session bus of the test's own, whose watcher of icons is python-dbusmock's, without a panel at first. */
export type Panel = AsyncDisposable & {
  /** For what is to use this bus. */
  readonly env: NodeJS.ProcessEnv
  /** As a panel does when it begins or stops to show icons. */
  setHost(isRegistered: boolean): Promise<void>
}

export async function startPanel(): Promise<Panel> {
  const { bus, address } = await startBus()
  const env = { DBUS_SESSION_BUS_ADDRESS: address }
  const watcher = mock([panel, panelObject, panel], env)
  const busctl = (...args: readonly string[]) => run('busctl', ['--user', ...args], { env: { ...process.env, ...env } })
  const add = ['org.freedesktop.DBus.Mock', 'AddProperty', 'ssv', panel, hostProperty, 'b', 'false']
  await untilDone(() => busctl('call', panel, panelObject, ...add))
  return {
    env,
    setHost: async (isRegistered) => {
      await busctl('set-property', panel, panelObject, panel, hostProperty, 'b', `${isRegistered}`)
    },
    async [Symbol.asyncDispose]() {
      for (const child of [watcher, bus]) await end(child)
    },
  }
}

async function untilDone(act: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const isDone = await act().then(
      () => true,
      () => false,
    )
    if (isDone) return
    await setTimeout(100)
  }
  throw new Error('python-dbusmock does not answer')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { whereIs } from '../package/missing.ts'

const run = promisify(execFile)

/** Like the session bus of a desktop, but without services that would start by themselves. */
const busRules = (folder: string) => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=${join(folder, 'bus')}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`

const addon = new URL('../../node_modules/keytar/build/Release/keytar.node', import.meta.url)

/** What a real keychain takes and this machine lacks. */
export const missingHere: readonly string[] = [
  ...['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'].filter((program) => !whereIs(program)),
  ...(existsSync(addon) ? [] : ['keytar built with libsecret-1-dev']),
]

/** A desktop session of its own: home, bus, and a keychain service where one was started. */
export type Desktop = AsyncDisposable & {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** A password creates the login keyring or unlocks it. */
  startKeyring(password: string | null): Promise<Keyring>
}

export type Keyring = { readonly pid: number; lock(): Promise<void>; end(): Promise<void> }

const folders = { HOME: 'home', XDG_RUNTIME_DIR: 'run', XDG_DATA_HOME: 'data', XDG_CONFIG_HOME: 'config' }

export async function startDesktop({ hasBus = true } = {}): Promise<Desktop> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-keyring-'))
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH }
  for (const [variable, name] of Object.entries(folders)) {
    env[variable] = join(folder, name)
    await mkdir(join(folder, name))
  }
  await chmod(join(folder, 'run'), 0o700)
  const children: ChildProcess[] = []
  if (hasBus) children.push(await startBus(folder, env))
  return {
    folder,
    env,
    async startKeyring(password) {
      const child = await startServingDaemon(env, password)
      children.push(child)
      return { pid: child.pid as number, lock: () => lockLogin(env), end: () => end(child) }
    },
    async [Symbol.asyncDispose]() {
      for (const child of children.reverse()) await end(child)
      await rm(folder, { recursive: true })
    },
  }
}

async function startBus(folder: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const rules = join(folder, 'bus.conf')
  await writeFile(rules, busRules(folder))
  const bus = spawn('dbus-daemon', [`--config-file=${rules}`, '--nofork', '--print-address'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [address] = await once(bus.stdout, 'data')
  env.DBUS_SESSION_BUS_ADDRESS = String(address).trim()
  return bus
}

/** The daemon now and then starts without serving, so it is started up to three times. */
async function startServingDaemon(env: NodeJS.ProcessEnv, password: string | null): Promise<ChildProcess> {
  const said: string[] = []
  for (let starts = 0; starts < 3; starts++) {
    const child = startDaemon(env, password)
    child.stderr.on('data', (text) => said.push(String(text)))
    if (await servesSoon(child, env, password !== null)) return child
    said.push(`status: ${child.exitCode ?? child.signalCode ?? 'running'}\n`)
    await end(child)
  }
  throw new Error(`gnome-keyring-daemon does not serve:\n${said.join('')}`)
}

function startDaemon(env: NodeJS.ProcessEnv, password: string | null) {
  const unlock = password === null ? [] : ['--unlock']
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...unlock], {
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  daemon.stdin.end(password === null ? '' : `${password}\n`)
  return daemon
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  // A daemon that was stopped takes its end only when it goes on.
  child.kill('SIGCONT')
  await ended
}

const login = '/org/freedesktop/secrets/collection/login'

const send = async (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
  (await run('dbus-send', ['--session', '--print-reply', ...args], { env })).stdout

const lockLogin = async (env: NodeJS.ProcessEnv): Promise<void> => {
  const method = 'org.freedesktop.Secret.Service.Lock'
  await send(env, '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets', method, `array:objpath:${login}`)
}

async function isServing(env: NodeJS.ProcessEnv, isUnlocked: boolean): Promise<boolean> {
  const asked = isUnlocked
    ? [login, 'org.freedesktop.DBus.Properties.Get', 'string:org.freedesktop.Secret.Collection', 'string:Locked']
    : ['/org/freedesktop/secrets', 'org.freedesktop.DBus.Peer.Ping']
  const answer = await send(env, '--dest=org.freedesktop.secrets', ...asked).catch(() => null)
  return answer !== null && (!isUnlocked || answer.includes('boolean false'))
}

async function servesSoon(child: ChildProcess, env: NodeJS.ProcessEnv, isUnlocked: boolean): Promise<boolean> {
  for (let tries = 0; tries < 200 && child.exitCode === null && child.signalCode === null; tries++) {
    if (await isServing(env, isUnlocked)) return true
    await setTimeout(50)
  }
  return false
}

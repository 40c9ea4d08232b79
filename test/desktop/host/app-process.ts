import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BrowserCalls } from './browser-contract.ts'
import { createChannel } from './channel.ts'
import type { MainCalls } from './electron/calls.ts'
import type { Settings } from './main/settings.ts'

const entry = fileURLToPath(new URL('./main/app-child.ts', import.meta.url))

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/** Starts the app's main process, in a process group of its own so that all it starts can be ended with it. */
export function startAppProcess(settings: Settings, env: NodeJS.ProcessEnv = {}) {
  const child = fork(entry, [JSON.stringify(settings)], {
    detached: true,
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...env },
  })
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text) => {
      written[name] += text
    })
  }
  const { remote, offer, close } = createChannel<MainCalls>({
    send: (message) => child.connected && child.send(message, unheard),
    listen: (hear) => child.on('message', hear as never),
  })
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    close(new Error('The app has ended.'))
    endGroup(child)
    return { code, signal }
  })
  return {
    main: remote,
    offer: (calls: BrowserCalls) => offer(calls),
    ended,
    written,
    pid: child.pid as number,
    kill: () => endGroup(child),
  }
}

/** A process that has ended meanwhile needs no message; without this, the failure would be thrown. */
const unheard = () => {}

function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-(pid as number), 'SIGKILL')
  } catch {
    // Nothing of the group is left.
  }
}

import { fork, type StdioOptions } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Connection } from '../main/connections.ts'
import { browser } from '../main/link.ts'
import { KnownEvents } from './known-events.ts'
import { only } from './only.ts'

type Options = {
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly execArgv?: readonly string[]
  readonly serviceName?: string
  readonly stdio?: 'pipe' | 'ignore' | 'inherit' | readonly string[]
}
/** What a child of the host sends in addition to the app's own messages. */
export type FromUtility = { readonly message: unknown } | { readonly connection: Connection }

const unheard = () => {} // As in Electron, a message to a process that has ended is lost.
const setup = fileURLToPath(new URL('../main/utility-child.ts', import.meta.url))

class UtilityProcess extends KnownEvents {
  pid: number | undefined
  stdout: Readable | null = null
  stderr: Readable | null = null
  postMessage: (message: unknown) => void = () => {}
  kill: () => boolean = () => false
}

/** Electron's utility process as a Node process of its own, with `process.parentPort`. */
export const utilityProcess = {
  fork(modulePath: string, args: readonly string[] = [], options: Options = {}): UtilityProcess {
    const { stdio = 'inherit', serviceName = 'Node Utility Process', env = process.env } = options
    const [, out = stdio, error = stdio] = typeof stdio === 'string' ? [] : stdio
    const child = fork(setup, [serviceName, modulePath, ...args], {
      stdio: ['ignore', out, error, 'ipc'] as StdioOptions,
      serialization: 'advanced',
      // As Electron sets it for a utility process (shell/services/node/node_service.cc); Node's own default would end it.
      execArgv: ['--unhandled-rejections=warn-with-error-code', ...(options.execArgv ?? [])],
      env,
      ...(options.cwd && { cwd: options.cwd }),
    })
    const utility = only('UtilityProcess', new UtilityProcess('UtilityProcess', ['spawn', 'exit', 'message', 'error']))
    utility.stdout = child.stdout
    utility.stderr = child.stderr
    utility.postMessage = (message) => void child.send({ data: message }, unheard)
    utility.kill = () => child.kill()
    child.once('spawn', () => {
      utility.pid = child.pid
      utility.emit('spawn')
    })
    child.on('message', (received: FromUtility) => {
      if ('connection' in received) void browser.noteConnection(received.connection)
      else utility.emit('message', received.message)
    })
    child.once('exit', (code, signal) => {
      utility.pid = undefined
      utility.emit('exit', code ?? (signal === 'SIGTERM' ? 15 : 9))
    })
    return utility
  },
}

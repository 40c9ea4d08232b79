import { fork } from 'node:child_process'
import { constants } from 'node:os'
import type { Child } from '../../../desktop/main/local/fork.ts'

const signalsOf: Readonly<Record<string, number>> = constants.signals

type Options = { readonly stdio: string; readonly uid?: number | undefined }

/** What `utilityProcess.fork` does, with Node in the place of Electron. */
export function forkWithNode(module: string, args: readonly string[], { stdio, uid }: Options): Child {
  const output = stdio as 'pipe' | 'inherit'
  const child = fork(module, args, { stdio: ['ignore', output, output, 'ipc'], execArgv: [], ...(uid && { uid }) })
  return {
    ...{ pid: child.pid, stdout: child.stdout, stderr: child.stderr },
    postMessage: (message) => void (child.connected && child.send(message as object)),
    kill: () => child.kill(),
    once: (_event, listener) =>
      child.once('exit', (code, signal) => listener(code ?? 128 + (signalsOf[signal ?? ''] ?? 0))),
  }
}

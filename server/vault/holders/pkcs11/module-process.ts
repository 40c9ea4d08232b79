import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isBundle } from '../../../shipped-files.ts'
import { KeyError } from '../../key-encryption-key.ts'
import type { ModuleAnswer, ModuleRequest } from './messages.ts'

/** All code of the bundle lies in its top folder. */
const child = new URL(isBundle ? 'vault/pkcs11.js' : 'child.ts', import.meta.url)

/** Milliseconds for a question, as for other holders. */
const longest = 4_000
/** Milliseconds until a new process has loaded its module, which may have to connect to a device first. */
const longestStart = 15_000

type Question = Omit<ModuleRequest, 'id' | 'refusedPins'>
type Waiting = { resolve(data: Uint8Array): void; reject(error: Error): void }

export type ModuleProcess = {
  /** Rejects with a `KeyError`, or with another error where the bytes are not what the key wrapped. */
  ask(question: Question): Promise<Uint8Array>
  end(): void
}

const processes = new Map<string, ModuleProcess>()

/** The one process that runs a module for this server: some devices take only one connection. */
export function moduleProcess(path: string): ModuleProcess {
  const found = processes.get(path) ?? createModuleProcess(path)
  processes.set(path, found)
  return found
}

/** Ends every process of a module; the next question starts a new one. */
export function endModuleProcesses(): void {
  for (const each of processes.values()) each.end()
  processes.clear()
}

function createModuleProcess(path: string): ModuleProcess {
  const refusedPins = new Set<string>()
  const waiting = new Map<number, Waiting>()
  let running: Running | null = null
  let hasWorked = false
  let nextId = 1

  const stop = (reason: string) => {
    running?.end()
    running = null
    hasWorked = false
    for (const { reject } of waiting.values()) reject(new KeyError('unreachable', reason, checkModule))
    waiting.clear()
  }
  const receive = (answer: ModuleAnswer) => {
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.ok) {
      hasWorked = true
      return asker?.resolve(answer.data)
    }
    const { fault, message, nextStep, refusedPin, isFatal } = answer.problem
    if (refusedPin !== undefined) refusedPins.add(refusedPin)
    asker?.reject(fault === 'damaged' ? new Error(message) : new KeyError(fault, message, nextStep))
    if (isFatal) stop(message)
  }
  const started = () => (running ??= start(path, { receive, onEnd: () => stop(`${path} ended its process`) }))

  async function askOnce(question: Question): Promise<Uint8Array> {
    const current = started()
    const isReady = await current.isReady
    if (!isReady || current !== running) throw new KeyError('unreachable', `${path} does not start`, checkModule)
    const id = nextId++
    const timer = setTimeout(() => stop(`${path} does not answer`), longest)
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        current.send({ id, ...question, refusedPins: [...refusedPins] })
      })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async ask(question) {
      try {
        return await askOnce(question)
      } catch (error) {
        if (!hasWorked || !(error instanceof KeyError && error.cause === 'missing')) throw error
      }
      // A module may miss the keys of a token that was taken out, and keep a state in which it never finds them again.
      stop(`${path} is started again`)
      return askOnce(question)
    },
    end: () => stop(`${path} was closed`),
  }
}

const checkModule = 'Check the module and its device; it is started again for the next request.'

type Running = {
  readonly isReady: Promise<boolean>
  send(request: ModuleRequest): void
  end(): void
}

type Listeners = { receive(answer: ModuleAnswer): void; onEnd(): void }

function start(path: string, { receive, onEnd }: Listeners): Running {
  const process = forkChild(path)
  const ready = Promise.withResolvers<boolean>()
  const isLate = setTimeout(() => onGone(), longestStart)
  let isEnded = false
  const end = () => {
    if (isEnded) return
    isEnded = true
    clearTimeout(isLate)
    ready.resolve(false)
    process.kill('SIGKILL')
  }
  const onGone = () => {
    const wasEnded = isEnded
    end()
    if (!wasEnded) onEnd()
  }
  process.on('message', (message: 'ready' | ModuleAnswer) => {
    if (message !== 'ready') return receive(message)
    clearTimeout(isLate)
    ready.resolve(true)
  })
  process.on('error', onGone).on('exit', onGone)
  return { isReady: ready.promise, send: (request) => void process.send(request, () => {}), end }
}

/** It keeps no process running, and gets no variable of ours: only its vendor's code reads them. */
function forkChild(path: string): ChildProcess {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('STRONGROOM_'))
  const started = fork(fileURLToPath(child), [path], {
    env: Object.fromEntries(own),
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  started.unref()
  started.channel?.unref()
  return started
}

import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { ok, type Result } from '../../../shared/result.ts'
import type { Problem } from '../../bridge/failures.ts'
import type { LocalServer } from '../../bridge/local.ts'
import { t } from '../../words/words.ts'
import { createMutex } from '../mutex.ts'
import type { ForkServer } from './child.ts'
import { createCrashLimit } from './crash-limit.ts'
import { folderOf, type LocalFolder } from './folder.ts'
import { createLogLines, type LogLines } from './log-lines.ts'
import { type ServerProcess, type Started, startServerProcess } from './server-process.ts'

type Parts = {
  readonly fork: ForkServer
  /** Folder of this user that holds the data, such as Electron's `userData`. */
  readonly dataRoot: string
  readonly onChange: () => void
}

/** What is known of the server itself. */
export type ServerState = Omit<LocalServer, 'task' | 'lastBackup'>

/** Starts, watches and stops the server of this machine. */
export type LocalServerControl = {
  state(): ServerState
  folder(): LocalFolder
  log(): readonly string[]
  start(what: { readonly withDemo: boolean }): Promise<Result<Started, Problem>>
  stop(): Promise<void>
}

/** `off`: not wanted to run; whether it is absent or stopped depends on the folder. */
type Status = Pick<LocalServer, 'url' | 'lastEnd'> & { readonly status: 'off' | 'starting' | 'running' | 'crashed' }

const sentence = ({ message, nextStep }: Problem) => `${message.replace(/\.?$/, '.')} ${nextStep}`

function crashReport(why: string, lines: readonly string[]): string {
  const tail = lines.length > 0 ? ` ${t('localServer:lastLines')}\n${lines.join('\n')}` : ''
  return t('localServer:notRunning', { why }) + tail
}

function stateOf({ status, url, lastEnd }: Status, { isDemo, dataDir }: LocalFolder): ServerState {
  const hasData = existsSync(dataDir)
  const shown = status === 'off' ? (hasData ? 'stopped' : 'absent') : status
  return { status: shown, isDemo, dataDir: hasData ? dataDir : null, url, lastEnd }
}

type StatusHolder = {
  current(): Status
  /** Without a `url` there is none; the last end stays unless another one is given. */
  become(next: Partial<Status> & Pick<Status, 'status'>): void
  forgetLastEnd(): void
}

function createStatus(onChange: () => void): StatusHolder {
  let current: Status = { status: 'off', url: null, lastEnd: null }
  return {
    current: () => current,
    become(next) {
      current = { url: null, lastEnd: current.lastEnd, ...next }
      onChange()
    },
    forgetLastEnd() {
      current = { ...current, lastEnd: null }
    },
  }
}

type RunnerParts = {
  readonly fork: ForkServer
  readonly log: LogLines
  readonly status: StatusHolder
  readonly onExit: (server: ServerProcess, code: number) => void
}

/** The one process that runs, or none. */
function createRunner({ fork, log, status, onExit }: RunnerParts) {
  let current: ServerProcess | null = null
  return {
    current: () => current,
    drop(): void {
      current = null
    },
    giveUp(lastEnd: string): void {
      current = null
      status.become({ status: 'crashed', lastEnd })
    },
    async halt(): Promise<void> {
      const running = current
      current = null
      await running?.stop()
      if (status.current().status !== 'off') status.become({ status: 'off' })
    },
    async launch(folder: LocalFolder): Promise<Result<Started, Problem>> {
      status.become({ status: 'starting' })
      const server = startServerProcess(fork, { folder, onLine: log.add })
      current = server
      const ready = await server.ready
      if (!ready.ok) {
        await server.stop()
        return ready
      }
      void server.ended.then((code) => onExit(server, code))
      status.become({ status: 'running', url: ready.value.url })
      return ready
    },
  }
}

/** Starts and stops run one after the other; a server that ends unexpectedly is started again. */
export function createLocalServer({ fork, dataRoot, onChange }: Parts): LocalServerControl {
  const log = createLogLines()
  const crashes = createCrashLimit()
  const status = createStatus(onChange)
  const runExclusive = createMutex()
  const onExit = (server: ServerProcess, code: number) => void runExclusive(() => restart(server, code))
  const runner = createRunner({ fork, log, status, onExit })
  let folder = folderOf(dataRoot, { isDemo: false })
  let stopping = new AbortController()

  async function restart(server: ServerProcess, code: number): Promise<void> {
    if (runner.current() !== server) return
    runner.drop()
    const pause = crashes.nextPause()
    if (pause === null) return runner.giveUp(crashReport(t('localServer:keepsEnding', { code }), log.last(5)))
    const lastEnd = t('localServer:restarted', { code })
    log.add(lastEnd)
    status.become({ status: 'starting', lastEnd })
    const { signal } = stopping
    await setTimeout(pause, null, { signal }).catch(() => {})
    if (signal.aborted) return
    const started = await runner.launch(folder)
    if (!started.ok && !signal.aborted) runner.giveUp(crashReport(sentence(started.error), log.last(5)))
  }

  async function start(withDemo: boolean): Promise<Result<Started, Problem>> {
    const { status: now, url } = status.current()
    if (now === 'running' && url && folder.isDemo === withDemo) return ok({ url })
    await runner.halt()
    folder = folderOf(dataRoot, { isDemo: withDemo })
    status.forgetLastEnd()
    stopping = new AbortController()
    crashes.forget()
    const started = await runner.launch(folder)
    if (!started.ok) runner.giveUp(sentence(started.error))
    return started
  }

  return {
    state: () => stateOf(status.current(), folder),
    folder: () => folder,
    log: log.all,
    start: ({ withDemo }) => runExclusive(() => start(withDemo)),
    stop() {
      // A server that is starting, or waits to be started again, need not come that far first.
      stopping.abort()
      void runner.current()?.stop()
      return runExclusive(runner.halt)
    },
  }
}

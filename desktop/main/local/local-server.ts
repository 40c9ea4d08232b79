import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { LocalServer } from '../../bridge/local.ts'
import type { CliTrouble } from './cli-process.ts'
import { createCrashLimit } from './crash-limit.ts'
import { folderOf, type LocalFolder } from './folder.ts'
import type { ForkServer } from './fork.ts'
import { createLogLines } from './log-lines.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

type Parts = {
  readonly fork: ForkServer
  /** Folder of this user's own that holds the data, such as Electron's `userData`. */
  readonly dataRoot: string
  readonly onChange: () => void
}

export type Started = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly trouble: CliTrouble }

/** The server of this machine, which is started, watched and stopped from here. */
export type LocalServerControl = {
  state(): LocalServer
  folder(): LocalFolder
  log(): readonly string[]
  start(what: { readonly withDemo: boolean }): Promise<Started>
  stop(): Promise<void>
}

type Status = Extract<LocalServer['status'], 'starting' | 'running' | 'crashed'> | 'off'

const sentence = ({ message, nextStep }: CliTrouble) => `${message.replace(/\.?$/, '.')} ${nextStep}`

/** Starts and stops the server of this machine, one thing after the other, and starts it again when it ends unasked. */
export function createLocalServer({ fork, dataRoot, onChange }: Parts): LocalServerControl {
  const log = createLogLines()
  const crashes = createCrashLimit()
  let folder = folderOf(dataRoot, { isDemo: false })
  let status: Status = 'off'
  let url: string | null = null
  let lastEnd: string | null = null
  let current: ServerProcess | null = null
  let wanted = new AbortController()
  let queue: Promise<unknown> = Promise.resolve()

  const become = (next: Status, more: { url?: string; lastEnd?: string } = {}) => {
    status = next
    url = more.url ?? null
    lastEnd = more.lastEnd ?? lastEnd
    onChange()
  }

  async function launch(): Promise<Started> {
    become('starting')
    const server = startServerProcess(fork, { folder, onLine: log.add })
    current = server
    const said = await server.ready
    if ('trouble' in said) {
      await server.stop()
      return { ok: false, trouble: said.trouble }
    }
    void server.ended.then((code) => enqueue(() => onEnd(server, code)))
    become('running', { url: said.url })
    return { ok: true, url: said.url }
  }

  async function onEnd(server: ServerProcess, code: number): Promise<void> {
    if (current !== server) return
    current = null
    const pause = crashes.nextPause()
    if (pause === null) return giveUp(`it ended with ${code}, again and again.`)
    log.add(`The server ended with ${code} although nobody asked it to; it is started again.`)
    become('starting', { lastEnd: `The server ended with ${code} although nobody asked it to, and was started again.` })
    await setTimeout(pause, null, { signal: wanted.signal }).catch(() => {})
    if (wanted.signal.aborted) return
    const started = await launch()
    if (!started.ok && !wanted.signal.aborted) giveUp(sentence(started.trouble))
  }

  function giveUp(why: string): void {
    current = null
    const lines = log.last(5)
    const tail = lines.length > 0 ? ` Its last lines:\n${lines.join('\n')}` : ''
    become('crashed', {
      lastEnd: `The server does not run: ${why} Start it again, or stop it and read its log.${tail}`,
    })
  }

  async function halt(): Promise<void> {
    const running = current
    current = null
    await running?.stop()
    if (status !== 'off') become('off')
  }

  function enqueue<Output>(work: () => Promise<Output>): Promise<Output> {
    const done = queue.then(work)
    queue = done.catch(() => {})
    return done
  }

  async function start({ withDemo }: { readonly withDemo: boolean }): Promise<Started> {
    if (status === 'running' && url && folder.isDemo === withDemo) return { ok: true, url }
    await halt()
    folder = folderOf(dataRoot, { isDemo: withDemo })
    wanted = new AbortController()
    crashes.forget()
    lastEnd = null
    const started = await launch()
    if (!started.ok) {
      current = null
      become('crashed', { lastEnd: sentence(started.trouble) })
    }
    return started
  }

  const shownStatus = (): LocalServer['status'] => {
    if (status !== 'off') return status
    return existsSync(folder.dataDir) ? 'stopped' : 'absent'
  }

  return {
    state: () => ({
      status: shownStatus(),
      isDemo: folder.isDemo,
      dataDir: existsSync(folder.dataDir) ? folder.dataDir : null,
      url,
      lastEnd,
    }),
    folder: () => folder,
    log: log.all,
    start: (what) => enqueue(() => start(what)),
    stop() {
      // What is starting, or waits to be started again, need not come to that first.
      wanted.abort()
      void current?.stop()
      return enqueue(halt)
    },
  }
}

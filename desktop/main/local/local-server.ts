import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { LocalServer } from '../../bridge/local.ts'
import { oneAfterAnother } from '../mutex.ts'
import type { ForkServer } from './child.ts'
import type { CliTrouble } from './cli-process.ts'
import { createCrashLimit } from './crash-limit.ts'
import { folderOf, type LocalFolder } from './folder.ts'
import { createLogLines } from './log-lines.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

type Parts = {
  readonly fork: ForkServer
  /** Folder of this user's own that holds the data, such as Electron's `userData`. */
  readonly dataRoot: string
  readonly onChange: () => void
}

export type Started = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly trouble: CliTrouble }

/** What is known of the server itself. */
export type ServerState = Omit<LocalServer, 'task' | 'lastBackup'>

/** The server of this machine, which is started, watched and stopped from here. */
export type LocalServerControl = {
  state(): ServerState
  folder(): LocalFolder
  log(): readonly string[]
  start(what: { readonly withDemo: boolean }): Promise<Started>
  stop(): Promise<void>
}

/** `off`: nobody wants it to run; whether it is absent or stopped is seen in the folder. */
type View = Pick<LocalServer, 'url' | 'lastEnd'> & { readonly status: 'off' | 'starting' | 'running' | 'crashed' }

const sentence = ({ message, nextStep }: CliTrouble) => `${message.replace(/\.?$/, '.')} ${nextStep}`

const unasked = (code: number) => `The server ended with ${code} although nobody asked it to, and was started again.`

function givenUp(why: string, lines: readonly string[]): string {
  const tail = lines.length > 0 ? ` Its last lines:\n${lines.join('\n')}` : ''
  return `The server does not run: ${why} Start it again, or stop it and read its log.${tail}`
}

function stateOf({ status, url, lastEnd }: View, { isDemo, dataDir }: LocalFolder): ServerState {
  const isThere = existsSync(dataDir)
  const shown = status === 'off' ? (isThere ? 'stopped' : 'absent') : status
  return { status: shown, isDemo, dataDir: isThere ? dataDir : null, url, lastEnd }
}

/** Starts and stops the server of this machine, one thing after the other, and starts it again when it ends unasked. */
export function createLocalServer({ fork, dataRoot, onChange }: Parts): LocalServerControl {
  const log = createLogLines()
  const crashes = createCrashLimit()
  const inTurn = oneAfterAnother()
  let folder = folderOf(dataRoot, { isDemo: false })
  let view: View = { status: 'off', url: null, lastEnd: null }
  let current: ServerProcess | null = null
  let wanted = new AbortController()

  function become(next: Partial<View> & Pick<View, 'status'>): void {
    view = { url: null, lastEnd: view.lastEnd, ...next }
    onChange()
  }

  async function launch(): Promise<Started> {
    become({ status: 'starting' })
    const server = startServerProcess(fork, { folder, onLine: log.add })
    current = server
    const said = await server.ready
    if ('trouble' in said) {
      await server.stop()
      return { ok: false, trouble: said.trouble }
    }
    void server.ended.then((code) => inTurn(() => onEnd(server, code)))
    become({ status: 'running', url: said.url })
    return { ok: true, url: said.url }
  }

  async function onEnd(server: ServerProcess, code: number): Promise<void> {
    if (current !== server) return
    current = null
    const pause = crashes.nextPause()
    if (pause === null) return giveUp(givenUp(`it ended with ${code}, again and again.`, log.last(5)))
    log.add(unasked(code))
    become({ status: 'starting', lastEnd: unasked(code) })
    await setTimeout(pause, null, { signal: wanted.signal }).catch(() => {})
    if (wanted.signal.aborted) return
    const started = await launch()
    if (!started.ok && !wanted.signal.aborted) giveUp(givenUp(sentence(started.trouble), log.last(5)))
  }

  function giveUp(lastEnd: string): void {
    current = null
    become({ status: 'crashed', lastEnd })
  }

  async function halt(): Promise<void> {
    const running = current
    current = null
    await running?.stop()
    if (view.status !== 'off') become({ status: 'off' })
  }

  async function start({ withDemo }: { readonly withDemo: boolean }): Promise<Started> {
    const { status, url } = view
    if (status === 'running' && url && folder.isDemo === withDemo) return { ok: true, url }
    await halt()
    folder = folderOf(dataRoot, { isDemo: withDemo })
    view = { ...view, lastEnd: null }
    wanted = new AbortController()
    crashes.forget()
    const started = await launch()
    if (!started.ok) giveUp(sentence(started.trouble))
    return started
  }

  return {
    state: () => stateOf(view, folder),
    folder: () => folder,
    log: log.all,
    start: (what) => inTurn(() => start(what)),
    stop() {
      // What is starting, or waits to be started again, need not come to that first.
      wanted.abort()
      void current?.stop()
      return inTurn(halt)
    },
  }
}

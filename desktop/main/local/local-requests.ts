import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import type { LocalAnswer, LocalRequest } from '../../bridge/local.ts'
import type { Progress } from '../../bridge/progress.ts'
import { type BackedUp, backedUpOf, backUpArgs, removeUnfinished, suggestedName } from './back-up.ts'
import type { ForkServer } from './fork.ts'
import { importArgs, importedOf, readSoFar } from './import.ts'
import type { LocalServerControl } from './local-server.ts'
import { ownToken, type TokenKeeper } from './own-token.ts'
import { createTask, failed } from './task.ts'

/** What a person chooses; null or empty when the dialog was cancelled. */
export type Dialogs = {
  pickFiles(): Promise<readonly string[]>
  pickTarget(suggestedName: string): Promise<string | null>
  /** Shows a file or folder in the file manager. */
  reveal(path: string): void
}

type Parts = {
  readonly fork: ForkServer
  readonly server: LocalServerControl
  readonly tokens: TokenKeeper
  readonly dialogs: Dialogs
  readonly onProgress: (progress: Progress) => void
}

type Handlers = {
  readonly [Do in LocalRequest['do']]: (
    request: Extract<LocalRequest, { readonly do: Do }>,
  ) => Promise<Answer<LocalAnswer>>
}

const nothing = answer(null)

/** Answers what the screens ask of the server of this machine. */
export function createLocalRequests({ fork, server, tokens, dialogs, onProgress }: Parts) {
  const task = createTask(fork)
  const shown = { refused: null as string | null, backup: null as string | null }

  async function start(withDemo: boolean): Promise<Answer<LocalAnswer>> {
    const started = await server.start({ withDemo })
    if (!started.ok) return refuse('LocalServerFailed', { info: [started.trouble.message, started.trouble.nextStep] })
    const own = await ownToken({ fork, folder: server.folder(), url: started.url }, tokens)
    return own.ok ? nothing : failed(own.trouble)
  }

  async function importFiles(network: string): Promise<Answer<LocalAnswer>> {
    const files = await dialogs.pickFiles()
    if (files.length === 0) return nothing
    const onLine = (line: string) => {
      const progress = readSoFar(line)
      if (progress) onProgress({ task: 'import', ...progress })
      return progress !== null
    }
    const ran = await task.run({ args: importArgs({ files, network, folder: server.folder() }), onLine })
    if (!ran.ok || ran.value === null) return ran as Answer<null>
    const imported = await importedOf(ran.value)
    shown.refused = imported.rejectedFiles[0] ?? null
    return answer({ kind: 'imported', files: imported.files })
  }

  async function backUp(): Promise<Answer<LocalAnswer>> {
    const target = await dialogs.pickTarget(suggestedName())
    if (target === null) return nothing
    onProgress({ task: 'back-up', detail: `Copying and checking into ${target}` })
    const folder = server.folder()
    const ran = await task.run({ args: backUpArgs(target, folder) })
    if (ran.ok && ran.value === null) await removeUnfinished(target)
    if (!ran.ok || ran.value === null) return ran as Answer<null>
    const made: BackedUp = backedUpOf(ran.value, folder)
    shown.backup = made.file
    return answer(made)
  }

  async function reveal(what: 'data' | 'refused' | 'backup'): Promise<Answer<LocalAnswer>> {
    const path = what === 'data' ? server.state().dataDir : shown[what]
    if (path !== null) dialogs.reveal(path)
    return nothing
  }

  const handlers: Handlers = {
    start: ({ withDemo }) => start(withDemo),
    stop: () => server.stop().then(() => nothing),
    log: async () => answer({ kind: 'log', lines: server.log() }),
    import: ({ network }) => importFiles(network),
    'back-up': backUp,
    cancel: () => task.cancel().then(() => nothing),
    reveal: ({ what }) => reveal(what),
  }
  return (request: LocalRequest): Promise<Answer<LocalAnswer>> =>
    (handlers[request.do] as (request: LocalRequest) => Promise<Answer<LocalAnswer>>)(request)
}

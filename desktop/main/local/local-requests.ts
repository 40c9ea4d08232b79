import { err, ok, type Result } from '../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { Backup, LocalAnswer, LocalRequest, LongTask } from '../../bridge/local.ts'
import type { Progress } from '../../bridge/progress.ts'
import { backedUpOf, backUpArgs, removeUnfinished, suggestedName } from './back-up.ts'
import type { ForkServer } from './child.ts'
import type { LocalFolder } from './folder.ts'
import { importArgs, importedOf } from './import.ts'
import type { LocalServerControl } from './local-server.ts'
import { ownToken, type TokenStore } from './own-token.ts'
import { createTaskRunner, progressIn, type TaskRunner, taskFailure } from './task.ts'

/** What the operator chooses; null or empty when the dialog was cancelled. */
export type LocalDialogs = {
  pickFiles(): Promise<readonly string[]>
  pickTarget(suggestedName: string): Promise<string | null>
  /** Shows a file or folder in the file manager. */
  reveal(path: string): void
}

/** The last backup of each folder. */
export type BackupHistory = {
  last(folder: LocalFolder): Backup | null
  add(folder: LocalFolder, file: string): void
}

type Answer = Promise<Result<LocalAnswer, ConsoleFailure>>

/** Requests of the screens to the server of this machine. */
export type LocalRequests = {
  handle(request: LocalRequest): Answer
  runningTask(): LongTask | null
  /** Ends the running task and removes what it leaves unfinished. */
  close(): Promise<void>
}

type Parts = {
  readonly fork: ForkServer
  readonly server: LocalServerControl
  readonly tokens: TokenStore
  readonly dialogs: LocalDialogs
  readonly backups: BackupHistory
  readonly onProgress: (progress: Progress) => void
  /** A task began or ended. */
  readonly onChange: () => void
}

type Handlers = {
  readonly [Do in LocalRequest['do']]: (request: Extract<LocalRequest, { readonly do: Do }>) => Answer
}

const nothing = ok(null)

const reportProgress = (task: LongTask, onProgress: Parts['onProgress']) => (line: string) => {
  const progress = progressIn(line)
  if (progress) onProgress({ task, ...progress })
  return progress !== null
}

async function start({ fork, server, tokens }: Parts, withDemo: boolean): Answer {
  const started = await server.start({ withDemo })
  if (!started.ok) {
    const { message, nextStep } = started.error
    return err(consoleFailure('LocalServerFailed', { info: [message, nextStep] }))
  }
  const own = await ownToken({ fork, folder: server.folder(), url: started.value.url }, tokens)
  return own.ok ? nothing : err(taskFailure(own.error))
}

async function backUp({ server, dialogs, backups, onProgress }: Parts, tasks: TaskRunner): Answer {
  const folder = server.folder()
  const target = await dialogs.pickTarget(suggestedName())
  if (target === null) return nothing
  const printed = await tasks.run('back-up', {
    args: backUpArgs(target, folder),
    onLine: reportProgress('back-up', onProgress),
    cleanUp: () => removeUnfinished(target),
  })
  if (!printed.ok) return printed
  if (printed.value === null) return nothing
  const made = backedUpOf(printed.value, folder)
  backups.add(folder, made.file)
  return ok(made)
}

/** Imports files, and keeps where the refused lines of the last import are. */
function createImporter({ server, dialogs, onProgress }: Parts, tasks: TaskRunner) {
  let rejectedFiles: readonly (string | null)[] = []
  return {
    rejectedFile: (index: number): string | null => rejectedFiles[index] ?? null,
    async run(network: string): Answer {
      const folder = server.folder() // of the request; another may be served by the time the files are chosen
      const files = await dialogs.pickFiles()
      if (files.length === 0) return nothing
      const args = importArgs({ files, network, folder })
      const printed = await tasks.run('import', { args, onLine: reportProgress('import', onProgress) })
      if (!printed.ok) return printed
      if (printed.value === null) return nothing
      const imported = await importedOf(printed.value)
      rejectedFiles = imported.rejectedFiles
      return ok({ kind: 'imported', files: imported.files })
    },
  }
}

export function createLocalRequests(parts: Parts): LocalRequests {
  const { fork, server, dialogs, backups, onChange } = parts
  const tasks = createTaskRunner(fork, onChange)
  const importer = createImporter(parts, tasks)

  async function reveal(path: string | null): Answer {
    if (path !== null) dialogs.reveal(path)
    return nothing
  }

  const handlers: Handlers = {
    start: ({ withDemo }) => start(parts, withDemo),
    stop: () => server.stop().then(() => nothing),
    log: async () => ok({ kind: 'log', lines: server.log() }),
    import: ({ network }) => importer.run(network),
    'back-up': () => backUp(parts, tasks),
    cancel: () => tasks.cancel().then(() => nothing),
    reveal: ({ what }) =>
      reveal(what === 'data' ? server.state().dataDir : (backups.last(server.folder())?.file ?? null)),
    'reveal-refused': ({ index }) => reveal(importer.rejectedFile(index)),
  }
  return {
    handle: (request) => (handlers[request.do] as (request: LocalRequest) => Answer)(request),
    runningTask: tasks.running,
    close: tasks.cancel,
  }
}

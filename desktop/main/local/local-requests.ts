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
import { inspectArgs, inspectedOf, removeUnpacked, restoreArgs, restoredOf } from './restore.ts'
import { createTaskRunner, progressIn, type TaskRunner, taskFailure } from './task.ts'
import { createUpdater } from './update.ts'
import { verifiedOf, verifyArgs } from './verify-audit.ts'

/** What the operator chooses; null or empty when the dialog was cancelled. */
export type LocalDialogs = {
  pickFiles(): Promise<readonly string[]>
  pickTarget(suggestedName: string): Promise<string | null>
  pickBackup(): Promise<string | null>
  pickPackage(): Promise<string | null>
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

async function backUp({ dialogs, backups, onProgress }: Parts, tasks: TaskRunner, folder: LocalFolder): Answer {
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

async function verifyAudit({ server, onProgress }: Parts, tasks: TaskRunner): Answer {
  const folder = server.folder()
  const printed = await tasks.run('verify-audit', {
    args: verifyArgs(folder),
    onLine: reportProgress('verify-audit', onProgress),
  })
  if (!printed.ok) return printed
  if (printed.value === null) return nothing
  return ok({ kind: 'verified', isDemo: folder.isDemo, audit: verifiedOf(printed.value) })
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

/** Inspects a backup that the operator chooses, and restores it once that is confirmed. */
function createRestorer(parts: Parts, tasks: TaskRunner) {
  const { server, dialogs } = parts
  let chosen: { readonly file: string; readonly folder: LocalFolder } | null = null

  async function restoreInto(folder: LocalFolder, file: string, keepTokens: boolean): Answer {
    const printed = await tasks.run('restore', { args: restoreArgs({ file, keepTokens, folder }) })
    if (!printed.ok) return printed
    return printed.value === null ? nothing : ok({ kind: 'restored', restored: restoredOf(printed.value, folder) })
  }

  return {
    async inspect(): Answer {
      chosen = null
      const folder = server.folder()
      const file = await dialogs.pickBackup()
      if (file === null) return nothing
      const cleanUp = () => removeUnpacked(folder)
      const printed = await tasks.run('inspect-backup', { args: inspectArgs(file, folder), cleanUp })
      if (!printed.ok) return printed
      if (printed.value === null) return nothing
      await cleanUp()
      const backup = inspectedOf(printed.value, file, folder)
      chosen = { file, folder }
      return ok({ kind: 'inspected', backup })
    },
    /** The server stops for it. If it should run, it runs again afterwards, with the data that there are then. */
    async restore(keepTokens: boolean): Answer {
      const folder = server.folder()
      const busy = tasks.running()
      if (!chosen || chosen.folder.dataDir !== folder.dataDir || busy) return err(consoleFailure('NotAllowed'))
      const { file } = chosen
      const { status } = server.state()
      await server.stop()
      const answer = await restoreInto(folder, file, keepTokens)
      if (status !== 'absent' && status !== 'stopped') await start(parts, folder.isDemo) // its state says why if it fails
      return answer
    },
  }
}

export function createLocalRequests(parts: Parts): LocalRequests {
  const { fork, server, dialogs, backups, onProgress, onChange } = parts
  const tasks = createTaskRunner(fork, onChange)
  const importer = createImporter(parts, tasks)
  const restorer = createRestorer(parts, tasks)
  const updater = createUpdater({
    tasks,
    server,
    pickPackage: dialogs.pickPackage,
    lastBackup: backups.last,
    backUp: (folder) => backUp(parts, tasks, folder),
    progressOf: (task) => reportProgress(task, onProgress),
  })

  async function reveal(path: string | null): Answer {
    if (path !== null) dialogs.reveal(path)
    return nothing
  }

  const places = {
    data: () => server.state().dataDir,
    backup: () => backups.last(server.folder())?.file ?? null,
    update: updater.copy,
  }

  const handlers: Handlers = {
    start: ({ withDemo }) => start(parts, withDemo),
    stop: () => server.stop().then(() => nothing),
    log: async () => ok({ kind: 'log', lines: server.log() }),
    import: ({ network }) => importer.run(network),
    'back-up': () => backUp(parts, tasks, server.folder()),
    'verify-audit': () => verifyAudit(parts, tasks),
    'inspect-backup': () => restorer.inspect(),
    restore: ({ keepTokens }) => restorer.restore(keepTokens),
    'check-update': () => updater.check(),
    'prepare-update': ({ backUp: wantsBackup }) => updater.prepare(wantsBackup),
    cancel: () => tasks.cancel().then(() => nothing),
    reveal: ({ what }) => reveal(places[what]()),
    'reveal-refused': ({ index }) => reveal(importer.rejectedFile(index)),
  }
  return {
    handle: (request) => (handlers[request.do] as (request: LocalRequest) => Answer)(request),
    runningTask: tasks.running,
    close: tasks.cancel,
  }
}

import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import type { Backup, LocalAnswer, LocalRequest, LongTask } from '../../bridge/local.ts'
import type { Progress } from '../../bridge/progress.ts'
import { type BackedUp, backedUpOf, backUpArgs, removeUnfinished, suggestedName } from './back-up.ts'
import type { ForkServer } from './child.ts'
import type { LocalFolder } from './folder.ts'
import { importArgs, importedOf } from './import.ts'
import type { LocalServerControl } from './local-server.ts'
import { ownToken, type TokenKeeper } from './own-token.ts'
import { createTask, failed, soFarIn } from './task.ts'

/** What a person chooses; null or empty when the dialog was cancelled. */
export type Dialogs = {
  pickFiles(): Promise<readonly string[]>
  pickTarget(suggestedName: string): Promise<string | null>
  /** Shows a file or folder in the file manager. */
  reveal(path: string): void
}

/** Where it is remembered which back-up was the last one of a folder. */
export type BackupBook = {
  last(folder: LocalFolder): Backup | null
  note(folder: LocalFolder, file: string): void
}

/** What the screens ask, and the long task that one of them may have begun. */
export type LocalRequests = {
  answer(request: LocalRequest): Promise<Answer<LocalAnswer>>
  runningTask(): LongTask | null
  /** Ends the task that runs and takes away what it leaves unfinished. */
  close(): Promise<void>
}

type Parts = {
  readonly fork: ForkServer
  readonly server: LocalServerControl
  readonly tokens: TokenKeeper
  readonly dialogs: Dialogs
  readonly backups: BackupBook
  readonly onProgress: (progress: Progress) => void
  /** A task began or ended. */
  readonly onChange: () => void
}

type Handlers = {
  readonly [Do in LocalRequest['do']]: (
    request: Extract<LocalRequest, { readonly do: Do }>,
  ) => Promise<Answer<LocalAnswer>>
}

const nothing = answer(null)

/** Answers what the screens ask of the server of this machine. */
export function createLocalRequests({ fork, server, tokens, dialogs, ...parts }: Parts): LocalRequests {
  const { backups, onProgress, onChange } = parts
  const task = createTask(fork, onChange)
  let refused: readonly (string | null)[] = []

  const telling = (name: LongTask) => (line: string) => {
    const soFar = soFarIn(line)
    if (soFar) onProgress({ task: name, ...soFar })
    return soFar !== null
  }

  async function start(withDemo: boolean): Promise<Answer<LocalAnswer>> {
    const started = await server.start({ withDemo })
    if (!started.ok) return refuse('LocalServerFailed', { info: [started.trouble.message, started.trouble.nextStep] })
    const own = await ownToken({ fork, folder: server.folder(), url: started.url }, tokens)
    return own.ok ? nothing : failed(own.trouble)
  }

  async function importFiles(network: string): Promise<Answer<LocalAnswer>> {
    const folder = server.folder() // as it was asked for; another may be served when the files are chosen
    const files = await dialogs.pickFiles()
    if (files.length === 0) return nothing
    const args = importArgs({ files, network, folder })
    const ran = await task.run('import', { args, onLine: telling('import') })
    if (!ran.ok || ran.value === null) return ran as Answer<null>
    const imported = await importedOf(ran.value)
    refused = imported.rejectedFiles
    return answer({ kind: 'imported', files: imported.files })
  }

  async function backUp(): Promise<Answer<LocalAnswer>> {
    const folder = server.folder()
    const target = await dialogs.pickTarget(suggestedName())
    if (target === null) return nothing
    const tidy = () => removeUnfinished(target)
    const ran = await task.run('back-up', { args: backUpArgs(target, folder), onLine: telling('back-up'), tidy })
    if (!ran.ok || ran.value === null) return ran as Answer<null>
    const made: BackedUp = backedUpOf(ran.value, folder)
    backups.note(folder, made.file)
    return answer(made)
  }

  async function reveal(path: string | null): Promise<Answer<LocalAnswer>> {
    if (path !== null) dialogs.reveal(path)
    return nothing
  }

  const shown = {
    data: () => server.state().dataDir,
    backup: () => backups.last(server.folder())?.file ?? null,
  }

  const handlers: Handlers = {
    start: ({ withDemo }) => start(withDemo),
    stop: () => server.stop().then(() => nothing),
    log: async () => answer({ kind: 'log', lines: server.log() }),
    import: ({ network }) => importFiles(network),
    'back-up': backUp,
    cancel: () => task.cancel().then(() => nothing),
    reveal: ({ what }) => reveal(shown[what]()),
    'reveal-refused': ({ index }) => reveal(refused[index] ?? null),
  }
  return {
    answer: (request) => (handlers[request.do] as (request: LocalRequest) => Promise<Answer<LocalAnswer>>)(request),
    runningTask: task.running,
    close: task.cancel,
  }
}

import { existsSync } from 'node:fs'
import { err, ok, type Result } from '../../../shared/result.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { LocalAnswer, LocalRequest, LocalServer } from '../../bridge/local.ts'
import type { Profile } from '../../bridge/profiles.ts'
import { t } from '../../words/words.ts'
import type { Dialogs, SendEvent } from '../platform.ts'
import type { ConsoleFile } from '../profiles/console-file.ts'
import type { OperatorTokens } from '../tokens/operator-tokens.ts'
import type { ForkServer } from './child.ts'
import { folderOf } from './folder.ts'
import { localKindOf, localProfileId, saveAddress } from './local-profile.ts'
import { type BackupHistory, createLocalRequests, type LocalDialogs, type LocalRequests } from './local-requests.ts'
import { createLocalServer, type LocalServerControl } from './local-server.ts'
import type { TokenStore } from './own-token.ts'
import { removeCopy } from './update.ts'

type Parts = {
  readonly userData: string
  readonly fork: ForkServer
  readonly dialogs: Dialogs
  readonly sendEvent: SendEvent
  readonly onBug: (error: unknown) => void
  readonly file: ConsoleFile
  readonly tokens: OperatorTokens
  readonly onChange: () => void
}

/** The server of this machine, as a profile like any other. */
export type LocalMode = {
  state(): LocalServer
  request(request: LocalRequest): Promise<Result<LocalAnswer, ConsoleFailure>>
  /** Starts the server behind the profile if it is one of this machine, without waiting for it. */
  startFor(profile: Profile): void
  /** The profile with the present address of its server; the profile of a server elsewhere as it is. */
  resolve(profile: Profile): Promise<Result<Profile, ConsoleFailure>>
  /** Whether there are data, other than those of the demo, to which the console would sign itself in. */
  hasData(): boolean
  /** Ends what runs on this machine. */
  close(): Promise<void>
}

const tokenStoreOf = (tokens: OperatorTokens): TokenStore => ({
  read: async (folder) => {
    const stored = await tokens.of(localProfileId(folder))
    return stored.ok ? stored.value : null
  },
  write: async (folder, token) => {
    await tokens.put(localProfileId(folder), token)
  },
})

const backupHistoryOf = (file: ConsoleFile): BackupHistory => ({
  last: (folder) => file.current().lastBackups[localProfileId(folder)] ?? null,
  add: (folder, made) => {
    const backup = { file: made, at: new Date().toISOString() }
    file.change({ lastBackups: { ...file.current().lastBackups, [localProfileId(folder)]: backup } })
  },
})

const importableFiles = () => ({
  name: t('system:dialog.importable'),
  extensions: ['csv', 'ndjson', 'jsonl', 'json'],
})

const localDialogsOf = (dialogs: Dialogs): LocalDialogs => ({
  pickFiles: async () => (await dialogs.pickFiles(t('system:dialog.import'), [importableFiles()])) ?? [],
  pickTarget: (name) => dialogs.pickTarget(t('system:dialog.backUp'), name),
  pickBackup: () =>
    dialogs.pickFile(t('system:dialog.restore'), [{ name: t('system:dialog.backups'), extensions: ['tar'] }]),
  pickPackage: () =>
    dialogs.pickFile(t('system:dialog.update'), [
      { name: t('system:dialog.packages'), extensions: ['deb', 'AppImage', 'exe', 'dmg'] },
    ]),
  reveal: dialogs.reveal,
})

type StarterParts = {
  readonly requests: LocalRequests
  readonly server: LocalServerControl
  readonly file: ConsoleFile
}

/** Starts the server and remembers the last start, which others can wait for. */
function createStarter({ requests, server, file }: StarterParts) {
  let lastStart: Promise<unknown> = Promise.resolve()

  function start(isDemo: boolean): Promise<Result<LocalAnswer, ConsoleFailure>> {
    const started = requests.handle({ do: 'start', withDemo: isDemo })
    lastStart = started.catch(() => {}) // its caller handles the error
    return started
  }

  return {
    start,
    settled: () => lastStart,
    async startAndSelect(isDemo: boolean): Promise<Result<LocalAnswer, ConsoleFailure>> {
      const started = await start(isDemo)
      const { url } = server.state()
      const isServed = url !== null && server.folder().isDemo === isDemo // unless the other one was requested meanwhile
      if (!started.ok || !isServed) return started
      saveAddress(file, server.folder(), url) // the profile may have been removed while the server ran
      file.change({ activeProfileId: localProfileId({ isDemo }) })
      return started
    },
  }
}

export function createLocalMode(parts: Parts): LocalMode {
  const { userData, fork, dialogs, sendEvent, onBug, file, tokens, onChange } = parts
  const backups = backupHistoryOf(file)
  const server = createLocalServer({
    fork,
    dataRoot: userData,
    onChange: () => {
      const { url } = server.state()
      if (url) saveAddress(file, server.folder(), url)
      onChange()
    },
  })
  const requests = createLocalRequests({
    fork,
    server,
    backups,
    onChange,
    tokens: tokenStoreOf(tokens),
    dialogs: localDialogsOf(dialogs),
    onProgress: (progress) => sendEvent('progress', progress),
  })
  const starter = createStarter({ requests, server, file })
  void removeCopy(userData).catch(onBug)

  return {
    state: () => ({ ...server.state(), task: requests.runningTask(), lastBackup: backups.last(server.folder()) }),
    request: (request) =>
      request.do === 'start' ? starter.startAndSelect(request.withDemo) : requests.handle(request),
    startFor: (profile) => {
      const local = localKindOf(profile)
      if (local) void starter.start(local.isDemo).catch(onBug)
    },
    resolve: async (profile) => {
      const local = localKindOf(profile)
      if (!local) return ok(profile)
      await starter.settled()
      const { url, lastEnd } = server.state()
      const isServed = url !== null && server.folder().isDemo === local.isDemo
      if (!isServed) return err(consoleFailure('LocalServerFailed', { info: lastEnd ? [lastEnd] : [] }))
      return ok({ ...profile, url })
    },
    hasData: () => existsSync(folderOf(userData, { isDemo: false }).dataDir),
    async close() {
      await requests.close()
      await server.stop()
    },
  }
}

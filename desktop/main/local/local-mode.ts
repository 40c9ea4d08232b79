import { existsSync } from 'node:fs'
import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import type { LocalAnswer, LocalRequest, LocalServer } from '../../bridge/local.ts'
import type { Profile } from '../../bridge/profiles.ts'
import type { Surroundings } from '../platform.ts'
import type { ConsoleFile } from '../profiles/console-file.ts'
import type { OperatorTokens } from '../tokens/operator-tokens.ts'
import { folderOf } from './folder.ts'
import { localKindOf, localProfileId, noteAddress } from './local-profile.ts'
import { type BackupBook, createLocalRequests } from './local-requests.ts'
import { createLocalServer } from './local-server.ts'
import type { TokenKeeper } from './own-token.ts'

type Parts = Pick<Surroundings, 'userData' | 'fork' | 'dialogs' | 'tell' | 'onBug'> & {
  readonly file: ConsoleFile
  readonly tokens: OperatorTokens
  readonly onChange: () => void
}

/** The server of this machine, as a profile like any other. */
export type LocalMode = {
  state(): LocalServer
  request(request: LocalRequest): Promise<Answer<LocalAnswer>>
  /** Starts the server behind the profile if it is one of this machine, and nothing else is asked of it meanwhile. */
  startFor(profile: Profile): void
  /** The profile with the address that its server has now; one elsewhere as it is. */
  reach(profile: Profile): Promise<Answer<Profile>>
  /** Whether there are data, other than of the demo, to which the console would sign itself in. */
  hasData(): boolean
  /** Ends what runs on this machine. */
  close(): Promise<void>
}

export function createLocalMode({ userData, fork, dialogs, tell, onBug, file, tokens, onChange }: Parts): LocalMode {
  const server = createLocalServer({
    fork,
    dataRoot: userData,
    onChange: () => {
      const { url } = server.state()
      if (url) noteAddress(file, server.folder(), url)
      onChange()
    },
  })

  const keeper: TokenKeeper = {
    read: async (folder) => {
      const kept = await tokens.of(localProfileId(folder))
      return kept.ok ? kept.value : null
    },
    write: async (folder, token) => void (await tokens.put(localProfileId(folder), token)),
  }

  const backups: BackupBook = {
    last: (folder) => file.current().lastBackups[localProfileId(folder)] ?? null,
    note: (folder, made) => {
      const backup = { file: made, at: new Date().toISOString() }
      file.change({ lastBackups: { ...file.current().lastBackups, [localProfileId(folder)]: backup } })
    },
  }

  const requests = createLocalRequests({
    ...{ fork, server, backups, onChange },
    tokens: keeper,
    dialogs: {
      pickFiles: async () =>
        (await dialogs.pickFiles('Import', [
          { name: 'CSV, NDJSON', extensions: ['csv', 'ndjson', 'jsonl', 'json'] },
        ])) ?? [],
      pickTarget: (name) => dialogs.pickTarget('Back up', name),
      reveal: dialogs.reveal,
    },
    onProgress: (progress) => tell('progress', progress),
  })

  let starting: Promise<unknown> = Promise.resolve()

  function start(isDemo: boolean): Promise<Answer<LocalAnswer>> {
    const started = requests.answer({ do: 'start', withDemo: isDemo })
    starting = started.catch(() => {}) // whoever asked for it hears of it
    return started
  }

  async function startAndSelect(isDemo: boolean): Promise<Answer<LocalAnswer>> {
    const started = await start(isDemo)
    const { url } = server.state()
    const isServed = url !== null && server.folder().isDemo === isDemo // unless the other was asked for meanwhile
    if (!started.ok || !isServed) return started
    noteAddress(file, server.folder(), url) // the profile may have been removed while it ran
    file.change({ activeProfileId: localProfileId({ isDemo }) })
    return started
  }

  return {
    state: () => ({ ...server.state(), task: requests.runningTask(), lastBackup: backups.last(server.folder()) }),
    request: (request) => (request.do === 'start' ? startAndSelect(request.withDemo) : requests.answer(request)),
    startFor: (profile) => {
      const local = localKindOf(profile)
      if (local) void start(local.isDemo).catch(onBug)
    },
    reach: async (profile) => {
      const local = localKindOf(profile)
      if (!local) return answer(profile)
      await starting
      const { url, lastEnd } = server.state()
      const isThere = url !== null && server.folder().isDemo === local.isDemo
      return isThere ? answer({ ...profile, url }) : refuse('LocalServerFailed', { info: lastEnd ? [lastEnd] : [] })
    },
    hasData: () => existsSync(folderOf(userData, { isDemo: false }).dataDir),
    async close() {
      await requests.close()
      await server.stop()
    },
  }
}

import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import type { LocalAnswer, LocalRequest, LocalServer } from '../../bridge/local.ts'
import type { Profile } from '../../bridge/profiles.ts'
import type { ConsoleFile } from '../profiles/console-file.ts'
import type { Surroundings } from '../surroundings.ts'
import type { OperatorTokens } from '../tokens/operator-tokens.ts'
import { localKindOf, localProfileId, noteAddress } from './local-profile.ts'
import { createLocalRequests } from './local-requests.ts'
import { createLocalServer } from './local-server.ts'
import type { TokenKeeper } from './own-token.ts'

type Parts = Pick<Surroundings, 'userData' | 'fork' | 'dialogs' | 'tell'> & {
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
  stop(): Promise<void>
}

export function createLocalMode({ userData, fork, dialogs, tell, file, tokens, onChange }: Parts): LocalMode {
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

  const requests = createLocalRequests({
    fork,
    server,
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

  const start = async (withDemo: boolean) => {
    const started = await requests({ do: 'start', withDemo })
    if (started.ok) file.change({ activeProfileId: localProfileId({ isDemo: withDemo }) })
    return started
  }

  return {
    state: server.state,
    request: (request) => {
      if (request.do !== 'start') return requests(request)
      const started = start(request.withDemo)
      starting = started
      return started
    },
    startFor: (profile) => {
      const local = localKindOf(profile)
      if (local) starting = requests({ do: 'start', withDemo: local.isDemo })
    },
    reach: async (profile) => {
      const local = localKindOf(profile)
      if (!local) return answer(profile)
      await starting
      const { url, lastEnd } = server.state()
      const isThere = url !== null && server.folder().isDemo === local.isDemo
      return isThere ? answer({ ...profile, url }) : refuse('LocalServerFailed', { info: lastEnd ? [lastEnd] : [] })
    },
    stop: server.stop,
  }
}

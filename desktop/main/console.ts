import { join } from 'node:path'
import { answer, refuse } from '../bridge/answer.ts'
import type { ConsoleState } from '../bridge/state.ts'
import { activeCaller } from './caller.ts'
import { createGate, type Gate, type Handlers } from './gate.ts'
import { fileHandlers } from './handlers/files.ts'
import { profileHandler } from './handlers/profile.ts'
import { signInHandlers } from './handlers/sign-in.ts'
import { openConsoleFile } from './profiles/console-file.ts'
import { createApiForwarder } from './server/api-forwarder.ts'
import { createConnections } from './server/connections.ts'
import { defaultLimits } from './server/limits.ts'
import type { Surroundings } from './surroundings.ts'
import { createKeytarVault } from './tokens/keytar-vault.ts'
import { openVault } from './tokens/open-vault.ts'
import { createOperatorTokens } from './tokens/operator-tokens.ts'

export type Console = AsyncDisposable & { readonly gate: Gate }

/** The composition of main: everything behind the bridge. */
export function createConsole({ userData, versions, dialogs, clipboard, tell, onBug }: Surroundings): Console {
  const changed = () => tell('state', state())
  const file = openConsoleFile(join(userData, 'console.json'), changed)
  const vault = openVault(createKeytarVault(), changed)
  const tokens = createOperatorTokens(vault, changed)
  const connections = createConnections(defaultLimits)
  const forwarder = createApiForwarder({ connections })

  const state = (): ConsoleState => {
    const { profiles, activeProfileId, settings } = file.current()
    return {
      profiles: profiles.map((profile) => ({ ...profile, isSignedIn: tokens.isSignedIn(profile.id) })),
      activeProfileId,
      lock: { isLocked: false, reason: null, hasPassphrase: false, waitSeconds: 0 },
      keychain: vault.state(),
      local: { status: 'absent', isDemo: false, dataDir: null, url: null, lastEnd: null },
      settings,
      versions,
    }
  }

  const handlers: Handlers = {
    ...fileHandlers({ dialogs, clipboard }),
    ...signInHandlers({ file, tokens, forwarder, dialogs, clipboard, forget: connections.close }),
    profile: profileHandler({ file, tokens, dialogs, disconnect: connections.close }),
    call: async (request) => {
      const caller = await activeCaller({ file, tokens })
      return caller.ok ? forwarder.forward(caller.value, { ...request, input: request.input ?? {} }) : caller
    },
    wallets: async () => refuse('ConsoleFailed'),
    test: async () => answer([]),
    lock: async () => answer(null),
    local: async () => answer(null),
    state: async (request) => {
      if (request?.recheck) await vault.probe()
      return answer(state())
    },
    settings: async (settings) => {
      file.change({ settings })
      return answer(null)
    },
  }

  return {
    gate: createGate({ handlers, isLocked: () => false, onBug }),
    [Symbol.asyncDispose]: () => connections[Symbol.asyncDispose](),
  }
}

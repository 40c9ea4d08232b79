import type { ConsoleState } from '../bridge/state.ts'
import { currentLanguage } from '../words/words.ts'
import type { Background } from './attention/background.ts'
import type { Platform } from './console-platform.ts'
import type { LocalMode } from './local/local-mode.ts'
import { type ConsoleLocking, systemUnlockOf } from './locking.ts'
import type { Remote, Stores } from './stores.ts'

/** What main is composed of. */
export type ConsoleParts = {
  readonly platform: Platform
  readonly stores: Stores
  readonly remote: Remote
  readonly locking: ConsoleLocking
  readonly local: LocalMode
  readonly background: Background
}

/** What the page is shown of main. */
export function consoleStateOf({ platform, stores, locking, local, background }: ConsoleParts): ConsoleState {
  const { file, vault, tokens } = stores
  const { profiles, activeProfileId, settings } = file.current()
  return {
    activeProfileId,
    settings,
    language: currentLanguage(),
    profiles: profiles.map((profile) => ({ ...profile, isSignedIn: tokens.isSignedIn(profile.id) })),
    lock: locking.lock.state(),
    keychain: vault.state(),
    fileProblem: file.problem(),
    local: local.state(),
    versions: platform.versions,
    screenLockReport: locking.screenLock.report(),
    systemUnlock: systemUnlockOf(platform, locking),
    hasTray: background.hasTrayHost(),
    isSandboxed: platform.isSandboxed,
    verifiesUpdates: platform.verifiesUpdates,
  }
}

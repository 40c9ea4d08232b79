import type { Language } from '../words/words.ts'
import type { Problem } from './failures.ts'
import type { LocalServer } from './local.ts'
import type { Profile } from './profiles.ts'
import type { Settings } from './settings.ts'

export type KnownProfile = Profile & { readonly isSignedIn: boolean }

export type LockState = {
  readonly isLocked: boolean
  /** keychain: it has not answered yet, so this is unknown. */
  readonly reason: 'asked' | 'idle' | 'screen' | 'sleep' | 'keychain' | null
  readonly hasPassphrase: boolean
  /** Seconds until another passphrase may be tried, as of this state. */
  readonly waitSeconds: number
  /** Wrong passphrases until only the token unlocks; without a token of a server, there is no such bound. */
  readonly attemptsLeft: number
}

export type KeychainState = {
  /** memory: tokens are kept for this session only. */
  readonly backend: 'keychain' | 'memory'
  readonly problem: (Problem & { readonly code: string }) | null
  /** Profiles, also removed ones, whose token it is still to erase; none of them is used any more. */
  readonly unerased: readonly string[]
}

export type Versions = {
  readonly console: string
  readonly electron: string
  readonly chromium: string
  readonly node: string
  readonly platform: string
}

/**
 * How the console learns that the screen was locked. `system`: macOS and Windows send an event; `desktop`: systemd-logind
 * can be asked, and knows it from desktops that report it; `none`: nothing tells.
 */
export type ScreenLockReport = 'system' | 'desktop' | 'none'

/**
 * How the system can unlock the console, where the settings allow it. `screen`: it reports when its screen is unlocked;
 * `touchId`: that, and a finger can be asked for now.
 */
export type SystemUnlock = 'touchId' | 'screen' | 'none'

/** Until when the session goes on at its server, which was not reached; null where there is none, or it ended. */
export type SignOutAnswer = { readonly openUntil: string | null }

/** All that main knows and the screens show. */
export type ConsoleState = {
  readonly profiles: readonly KnownProfile[]
  readonly activeProfileId: string | null
  readonly lock: LockState
  readonly keychain: KeychainState
  /** Why servers and settings are not those of their file. */
  readonly fileProblem: Problem | null
  readonly local: LocalServer
  readonly settings: Settings
  /** By the settings, or by what the system prefers. */
  readonly language: Language
  readonly versions: Versions
  /** Whether this build carries the public keys by which an update is verified. */
  readonly verifiesUpdates: boolean
  readonly screenLockReport: ScreenLockReport
  readonly systemUnlock: SystemUnlock
  /** Whether this desktop shows icons of programs, as far as is known. */
  readonly hasTray: boolean
  /** Whether the page runs in Chromium's sandbox. */
  readonly isSandboxed: boolean
}

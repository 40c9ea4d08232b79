import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Method } from '../../../desktop/bridge/channels.ts'
import type { Profile } from '../../../desktop/bridge/profiles.ts'
import type { Progress } from '../../../desktop/bridge/progress.ts'
import type { Payload, ReplyOf } from '../../../desktop/bridge/schema.ts'
import { defaultSettings } from '../../../desktop/bridge/settings.ts'
import type { ConsoleState } from '../../../desktop/bridge/state.ts'
import type { Desktop } from '../../../desktop/main/attention/background.ts'
import { createConsole } from '../../../desktop/main/console.ts'
import type { Platform } from '../../../desktop/main/console-platform.ts'
import type { Dialogs, OpenBrowser } from '../../../desktop/main/platform.ts'
import { createMemoryVault, type TokenVault } from '../../../desktop/main/tokens/token-vault.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'

/** The console without its window: what it has of the system is held by the test. */
export type WindowlessConsole = AsyncDisposable & {
  readonly userData: string
  /** Of the profiles of its servers. */
  readonly ids: readonly string[]
  readonly console: ReturnType<typeof createConsole>
  readonly clipboard: { text: string }
  /** What a person answers to dialogs. */
  readonly dialogs: { -readonly [Name in keyof Dialogs]: Dialogs[Name] }
  /** What a person does in the browser that the console opens. */
  readonly browser: { open: OpenBrowser }
  /** The codes of the sign-ins that were begun. */
  readonly codes: readonly string[]
  readonly states: readonly ConsoleState[]
  readonly bugs: readonly unknown[]
  ask<Name extends Method>(name: Name, payload: Payload<Name>): Promise<ReplyOf<Name>>
  state(): Promise<ConsoleState>
  /** Copies the token and signs in with it. */
  signIn(profileId: string, token: string): Promise<ReplyOf<'signIn'>>
}

type WindowlessOptions = {
  /** Addresses of the servers it knows; the first is in use. */
  readonly urls?: readonly string[]
  /** More profiles that it knows. */
  readonly profiles?: readonly Profile[]
  readonly keychain?: TokenVault
  readonly desktop?: Partial<Desktop>
  readonly fork?: Platform['fork']
  readonly readScreenLock?: Platform['readScreenLock']
  /** The folder of a desk before, for another start. */
  readonly userData?: string
}

export const profileAt = (url: string) => ({
  id: randomUUID(),
  name: new URL(url).host,
  url,
  environment: { label: 'Test', colour: 'teal', isProduction: false } as const,
  caFile: null,
})

/** Nothing is shown outside the window. */
const noDesktop: Desktop = {
  findTrayHost: null,
  showTray: () => {},
  notify: () => {},
  isWindowFocused: () => false,
  open: () => {},
  quit: () => {},
}

const noFork = () => {
  throw new Error('nothing is to be started here')
}

export async function openWindowlessConsole(options: WindowlessOptions = {}): Promise<WindowlessConsole> {
  const folder = await temporaryFolder()
  const userData = options.userData ?? join(folder.path, 'user')
  const ids = saveProfiles(userData, options)
  const states: ConsoleState[] = []
  const bugs: unknown[] = []
  const codes: string[] = []
  const { clipboard, dialogs, browser, given } = holdSystem()
  const console = createConsole({
    ...given,
    userData,
    versions: { console: '1', electron: 'none', chromium: 'none', node: process.versions.node, platform: 'test' },
    isSandboxed: true,
    verifiesUpdates: false,
    preferredLanguages: () => ['en-US'],
    onLanguage: () => {},
    desktop: { ...noDesktop, ...options.desktop },
    keychain: options.keychain ?? createMemoryVault(),
    sendEvent: (name, payload) => {
      if (name === 'state') states.push(payload as ConsoleState)
      const progress = name === 'progress' ? (payload as Progress) : null
      if (progress?.task === 'sign-in') codes.push(progress.code)
    },
    idleSeconds: () => 0,
    readScreenLock: options.readScreenLock ?? null,
    touchId: null,
    fork: options.fork ?? noFork,
    onBug: (bug) => bugs.push(bug),
  })
  const ask: WindowlessConsole['ask'] = async (name, payload) =>
    (await console.gate({ name, payload, isOurs: true })) as ReplyOf<typeof name>
  const state = async () => valueIn(await ask('state', null))
  await state()
  return {
    userData,
    console,
    clipboard,
    dialogs,
    browser,
    codes,
    states,
    bugs,
    ask,
    state,
    ids,
    signIn: (profileId: string, token: string) => {
      clipboard.text = token
      return ask('signIn', { profileId, source: 'clipboard' })
    },
    async [Symbol.asyncDispose]() {
      await console[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Writes the console's file as a start before would have left it; without profiles there was none. */
function saveProfiles(userData: string, { urls = [], profiles: more = [] }: WindowlessOptions): string[] {
  const served = urls.map((url) => ({ ...profileAt(url), kind: 'server' }))
  const profiles = [...served, ...more]
  if (profiles[0]) {
    mkdirSync(userData)
    const kept = { profiles, activeProfileId: served[0]?.id ?? null, settings: defaultSettings }
    writeFileSync(join(userData, 'console.json'), JSON.stringify(kept))
  }
  return profiles.map(({ id }) => id)
}

/** Clipboard, dialogs and browser: as the test holds them, and as they are given to the console. */
function holdSystem() {
  const clipboard = { text: '' }
  const dialogs: WindowlessConsole['dialogs'] = {
    pickFile: async () => null,
    pickFiles: async () => null,
    pickTarget: async () => null,
    reveal: () => {},
  }
  const browser: WindowlessConsole['browser'] = { open: async () => {} }
  const given: Pick<Platform, 'clipboard' | 'dialogs' | 'openBrowser'> = {
    openBrowser: (url) => browser.open(url),
    dialogs: {
      pickFile: (...asked) => dialogs.pickFile(...asked),
      pickFiles: (...asked) => dialogs.pickFiles(...asked),
      pickTarget: (...asked) => dialogs.pickTarget(...asked),
      reveal: (file) => dialogs.reveal(file),
    },
    clipboard: {
      readText: async () => clipboard.text,
      writeText: async (text) => {
        clipboard.text = text
      },
      clear: () => {
        clipboard.text = ''
      },
    },
  }
  return { clipboard, dialogs, browser, given }
}

type Answered<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: object }

/** The value, where there is one. */
export function valueIn<Value>(answer: Answered<Value>): Value {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value
}

/** The code of the failure, or null. */
export const codeOf = (answer: { readonly ok: boolean; readonly error?: { readonly code: string } }): string | null =>
  answer.error?.code ?? null

import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Environment, Profile } from '../../../desktop/bridge/profiles.ts'
import { defaultSettings, type Settings } from '../../../desktop/bridge/settings.ts'
import { witnesses } from '../../harness/witnesses.ts'
import type { HostOptions } from '../host/options.ts'
import { type Host, startHost } from '../host/start.ts'

export type ConsoleOptions = Pick<
  HostOptions,
  'browser' | 'packaged' | 'platform' | 'readyAfterShow' | 'colorScheme' | 'languages'
> & {
  /** The folder it was built into; left out, the one that the tests have built. */
  readonly bundle?: string
  /** A server it knows; left out, it starts with none. */
  readonly url?: string
  /** Signs in with it. */
  readonly token?: string
  readonly caFile?: string
  readonly environment?: Partial<Environment>
  readonly settings?: Partial<Settings>
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly env?: NodeJS.ProcessEnv
  readonly args?: readonly string[]
  /** A folder that stays, for a second start. */
  readonly userData?: string
}

export type OpenConsole = Host & { readonly userData: string; readonly profileId: string }

const test: Environment = { label: 'Test', colour: 'teal', isProduction: false }

/** The built console on the stand-in host, with no keychain unless `env` has one, and signed in when there is a token. */
export async function openConsole(options: ConsoleOptions = {}): Promise<OpenConsole> {
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'strongroom-console-')))
  const profileId = randomUUID()
  if (options.url) await writeProfile(userData, profileId, { ...options, url: options.url })
  const host = await startHost({
    browser: options.userData ? 'own' : 'shared',
    ...options,
    // The page is loaded once: after the sign-in, where there is one.
    startsBlank: options.token !== undefined,
    appDir: options.bundle ?? (await import('vitest')).inject('bundle'),
    userData,
    env: { ...withoutDesktop(), ...options.env },
    viewport: options.viewport ?? { width: 1280, height: 800 },
  })
  const witness = () => sightOf(host)
  witnesses.add(witness)
  host.page.setDefaultTimeout(30_000)
  if (options.token) {
    await signIn(host, profileId, options.token)
    await reloadPage(host)
  }
  await untilDrawn(host)
  const end = async () => {
    witnesses.delete(witness)
    await host.close()
    if (!options.userData) await rm(userData, { recursive: true, force: true })
  }
  return { ...host, userData, profileId, close: end, [Symbol.asyncDispose]: end }
}

/** What a person would see and what went wrong, so that a failure on another machine can be understood. */
async function sightOf({ page, written, mainErrors, consoleComplaints }: Host): Promise<string> {
  const seen = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
  return [`The console shows at ${page.url()}:`, seen, ...mainErrors, ...consoleComplaints, written.stderr]
    .join('\n')
    .slice(0, 4_000)
}

/** Loads the page again, at its address; nothing is kept of what was read and typed. */
export async function reloadPage({ page, electron }: Host): Promise<void> {
  const loaded = page.waitForEvent('load')
  await electron.window.reload()
  await loaded
}

/** A way that is gone before the first screen stands would be lost to the one that the console goes itself. */
const untilDrawn = ({ page }: Host) => page.locator('#root :is(main, h1)').first().waitFor({ state: 'attached' })

/** As a console opened with this token, in place of the one it has: a third of the cost of opening another. */
export async function startAgain(desk: OpenConsole, token: string): Promise<void> {
  await signIn(desk, desk.profileId, token)
  await reloadPage(desk)
  await untilDrawn(desk)
}

/** No keychain, and no screen whose lock would lock the console under test. */
export function withoutDesktop(): NodeJS.ProcessEnv {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _run, DISPLAY: _display, ...env } = process.env
  return { ...env, DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nonexistent' }
}

type Known = ConsoleOptions & { readonly url: string }

/** Has a console know a server before its first start. */
export async function writeProfile(userData: string, id: string, { url, caFile, environment, settings }: Known) {
  const profile = Profile.parse({
    id,
    kind: 'server',
    name: 'Custody desk',
    url,
    environment: { ...test, ...environment },
    caFile: caFile ?? null,
  })
  const kept = { profiles: [profile], activeProfileId: id, settings: { ...defaultSettings, ...settings } }
  await mkdir(userData, { recursive: true })
  await writeFile(join(userData, 'console.json'), JSON.stringify(kept))
}

/** Runs in the page. Until a real keychain has answered, the console is locked; main answers late as long as it waits. */
const keychainAnswered = `(async () => {
  while ((await window.strongroom.state(null)).value.lock.reason === 'keychain');
})()`

/** As an operator does: the token is copied, and main takes it from the clipboard. */
export async function signIn({ electron, page }: Host, profileId: string, token: string): Promise<void> {
  await page.evaluate(keychainAnswered)
  await electron.clipboard.write(token)
  const answer = await page.evaluate(
    `window.strongroom.signIn({ profileId: ${JSON.stringify(profileId)}, source: 'clipboard' })`,
  )
  const { ok, error } = answer as { ok: boolean; error?: { message: string } }
  if (!ok) throw new Error(`The console did not sign in: ${error?.message}`)
}

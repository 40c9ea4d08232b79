import type { Command } from 'commander'
import { note } from '../output.ts'
import { setting } from '../settings.ts'
import { answerValue } from './answer-rows.ts'
import { parseProfileName, profileNamed, readProfiles, type ServerProfile, writeProfiles } from './profiles.ts'
import { endSession } from './provider-sign-in.ts'
import { eraseToken, storedToken } from './token-store.ts'

type Given = { readonly profile?: string; readonly json?: boolean }

async function logout({ profile, json = false }: Given): Promise<void> {
  const all = readProfiles()
  const name = profile ?? all.current ?? 'default'
  const signedIn = profileNamed(name, all)
  const isEnded = await endSessionOf(name, signedIn)
  await eraseToken(name, signedIn)
  const { [name]: _signedOut, ...profiles } = all.profiles
  writeProfiles({ version: 1, current: all.current === name ? null : all.current, profiles })
  const { sessionEndsAt } = signedIn
  if (json) return answerValue({ profile: name, sessionEnded: isEnded, sessionEndsAt })
  note(`Signed out; profile "${name}" and its token were removed from this machine.`)
  note(isEnded ? 'The session ended on the server.' : stillValid(sessionEndsAt))
}

const stillValid = (sessionEndsAt: string | null): string =>
  sessionEndsAt === null
    ? 'The token itself is valid until it expires or is revoked on the server.'
    : `The server was not reached, so the session ends by itself at ${sessionEndsAt}, or when it is revoked there.`

/** A session ends on its server too; another token stays, and no server has to be reached. */
async function endSessionOf(name: string, profile: ServerProfile): Promise<boolean> {
  const token = await storedToken(name, profile).catch(() => null)
  return token !== null && endSession({ server: profile, timeoutMs: patienceMs }, token)
}

const patienceMs = 5_000

export const addLogout = (program: Command): void =>
  void program
    .command('logout')
    .addOption(setting('--profile <name>', 'profile to remove; the current one by default').argParser(parseProfileName))
    .addOption(setting('--json', 'print exactly one JSON value on standard output'))
    .action(logout)

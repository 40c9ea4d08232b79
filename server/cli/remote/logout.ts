import type { Command } from 'commander'
import { note } from '../output.ts'
import { setting } from '../settings.ts'
import { answerValue } from './answer-rows.ts'
import { parseProfileName, profileNamed, readProfiles, writeProfiles } from './profiles.ts'
import { eraseToken } from './token-store.ts'

type Given = { readonly profile?: string; readonly json?: boolean }

async function logout({ profile, json = false }: Given): Promise<void> {
  const all = readProfiles()
  const name = profile ?? all.current ?? 'default'
  await eraseToken(name, profileNamed(name, all))
  const { [name]: _signedOut, ...profiles } = all.profiles
  writeProfiles({ version: 1, current: all.current === name ? null : all.current, profiles })
  if (json) return answerValue({ profile: name })
  note(`Signed out; profile "${name}" and its token were removed from this machine.`)
  note('The token itself is valid until it expires or is revoked on the server.')
}

export const addLogout = (program: Command): void =>
  void program
    .command('logout')
    .addOption(setting('--profile <name>', 'profile to remove; the current one by default').argParser(parseProfileName))
    .addOption(setting('--json', 'print exactly one JSON value on standard output'))
    .action(logout)

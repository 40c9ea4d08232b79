import type { Command } from 'commander'
import { note } from '../output.ts'
import { setting } from '../settings.ts'
import { answerRows, answerValue, type GivenRows, type ListColumn, withRowFormats } from './answer-rows.ts'
import { profileNamed, readProfiles, type ServerProfile, writeProfiles } from './profiles.ts'

type Row = ServerProfile & { readonly name: string; readonly isCurrent: boolean }

const columns: readonly ListColumn<Row>[] = [
  { name: 'isCurrent', title: '', of: ({ isCurrent }) => isCurrent, shown: ({ isCurrent }) => (isCurrent ? '*' : ' ') },
  { name: 'name', title: 'NAME', of: ({ name }) => name },
  { name: 'url', title: 'SERVER', of: ({ url }) => url },
  { name: 'tokenIn', title: 'TOKEN IN', of: ({ tokenIn }) => tokenIn },
  { name: 'caFile', title: 'CA FILE', of: ({ caFile }) => caFile },
]

function list(given: GivenRows): void {
  const { profiles, current } = readProfiles()
  const rows = Object.entries(profiles).map(([name, profile]) => ({ name, ...profile, isCurrent: name === current }))
  answerRows(given, { value: rows, rows, columns, none: 'No profiles. Sign in with "strongroom login --server URL".' })
}

function use(name: string, { json = false }: { readonly json?: boolean }): void {
  const all = readProfiles()
  const { url } = profileNamed(name, all)
  writeProfiles({ ...all, current: name })
  if (json) answerValue({ profile: name, url })
  else note(`Commands now go to ${url}; profile "${name}".`)
}

const jsonOption = () => setting('--json', 'print exactly one JSON value on standard output')

export const addProfilesList = (profiles: Command): void =>
  void withRowFormats(profiles.command('list').addOption(jsonOption())).action(list)

export const addProfilesUse = (profiles: Command): void =>
  void profiles
    .command('use')
    .argument('<name>', 'name, as shown by "profiles list"')
    .addOption(jsonOption())
    .action(use)

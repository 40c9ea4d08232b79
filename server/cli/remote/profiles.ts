import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { isServerAddress } from '../../../shared/server-address.ts'
import { homeFolder } from '../../platform/home-folder.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'

const profileName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/

const ServerProfile = z.object({
  url: z.string().refine((text) => URL.canParse(text) && isServerAddress(new URL(text))),
  caFile: z.string().nullable(),
  tokenIn: z.enum(['keychain', 'file']).describe('where the token of this profile is stored'),
  sessionEndsAt: z.string().nullable().default(null).describe('null where the token is not that of a session'),
})

/** A server that this user signed in to; its token is stored elsewhere. */
export type ServerProfile = z.infer<typeof ServerProfile>

const Profiles = z.object({
  version: z.literal(1),
  current: z.string().nullable(),
  profiles: z.record(z.string().regex(profileName), ServerProfile),
})

export type Profiles = z.infer<typeof Profiles>

/** The folder of the command line's own settings: `~/.config/strongroom-cli` on Linux. */
export function settingsFolder(env: NodeJS.ProcessEnv = process.env): string {
  const parent = env.XDG_CONFIG_HOME || (process.platform === 'win32' && env.APPDATA) || join(homeFolder(), '.config')
  return join(parent, 'strongroom-cli')
}

const profilesFile = () => join(settingsFolder(), 'profiles.json')

export function parseProfileName(text: string): string {
  if (!profileName.test(text))
    throw new InvalidArgumentError('It must be 1 to 63 letters, digits, "-" and "_", and begin with a letter or digit.')
  return text
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function readProfiles(): Profiles {
  const text = textOf(profilesFile())
  if (text === null) return { version: 1, current: null, profiles: {} }
  const profiles = Profiles.safeParse(parsed(text))
  if (profiles.success) return profiles.data
  throw new CommandError(`the profiles cannot be read: ${profilesFile()} is damaged, or of a newer version`, {
    nextStep: 'Move the file away and sign in again.',
    exitCode: exitCodes.failed,
  })
}

const notWritten = (file: string, error: unknown) =>
  new CommandError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`, {
    nextStep:
      'Set XDG_CONFIG_HOME to a folder that you may write, or give each command the token with --server and --token-file.',
    exitCode: exitCodes.failed,
  })

/** Writes a file that only its owner may read; it is complete, or as before. */
export function writePrivately(file: string, text: string): void {
  try {
    replaceFile(file, text)
  } catch (error) {
    throw notWritten(file, error)
  }
}

function replaceFile(file: string, text: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const draft = `${file}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

export const writeProfiles = (profiles: Profiles): void =>
  writePrivately(profilesFile(), `${JSON.stringify(profiles, null, 2)}\n`)

/** The profile of that name; a missing one is an error that lists those that exist. */
export function profileNamed(name: string, { profiles }: Profiles): ServerProfile {
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile) return profile
  const known = Object.keys(profiles).join(', ')
  throw new CommandError(`there is no profile "${name}"`, {
    nextStep: known ? `Known profiles: ${known}.` : 'Create it with "strongroom login --server URL".',
    exitCode: exitCodes.notFound,
  })
}

import { type Command, InvalidArgumentError, Option } from 'commander'
import { Secret } from '../../../shared/secret.ts'
import { isServerAddress } from '../../../shared/server-address.ts'
import { usageError } from '../command-error.ts'
import { parsePath } from '../parse.ts'
import { setting } from '../settings.ts'
import { type Api, createApi } from './api.ts'
import { type Profiles, parseProfileName, profileNamed, readProfiles } from './profiles.ts'
import { readInput } from './secret-input.ts'
import type { TrustedServer } from './send-once.ts'
import { storedToken } from './token-store.ts'

/** The options of every command that works over the API. */
export type GivenServer = {
  readonly server?: string
  readonly tokenFile?: string
  readonly profile?: string
  readonly caFile?: string
  readonly timeout: number
  readonly json?: boolean
}

export function parseServerAddress(text: string): string {
  if (!URL.canParse(text.trim()) || !isServerAddress(new URL(text.trim())))
    throw new InvalidArgumentError(
      'It must be https://HOST[:PORT], or http:// on this machine, without a path, so that tokens are encrypted on the way.',
    )
  return new URL(text.trim()).origin
}

function parseSeconds(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be 1 to 9999 seconds.')
  return Number(text)
}

const tokenFilePath = (text: string) => (text === '-' ? text : parsePath(text))

/** Options of every command that works over the API. */
export const withServer = (command: Command): Command =>
  command
    .addOption(
      new Option('--server <url>', 'address of the server').env('STRONGROOM_URL').argParser(parseServerAddress),
    )
    .addOption(
      setting('--token-file <file>', 'file with the operator token, - for standard input').argParser(tokenFilePath),
    )
    .addOption(setting('--profile <name>', 'profile of "strongroom login" to use').argParser(parseProfileName))
    .addOption(
      setting('--ca-file <file>', 'PEM file of the one authority to trust instead of those of the system').argParser(
        parsePath,
      ),
    )
    .addOption(setting('--timeout <seconds>', 'how long to wait for an answer').default(60).argParser(parseSeconds))
    .addOption(setting('--json', 'print exactly one JSON value on standard output'))

const noServer = () =>
  usageError(
    'no server is set',
    'Sign in with "strongroom login --server URL", or set STRONGROOM_URL and STRONGROOM_TOKEN_FILE.',
  )

/** The text as a token, if it can be one; a header could not carry another. */
export function secretOf(text: string, place: string): Secret {
  if (/^[\x21-\x7e]{1,1000}$/.test(text.trim())) return new Secret(text.trim())
  throw usageError(`${place} is not an operator token`, 'Give it in one line, as "strongroom token create" prints it.')
}

export const readToken = async (file: string): Promise<Secret> =>
  secretOf(await readInput(file), `the content of ${file === '-' ? 'standard input' : file}`)

type Chosen = { readonly profile: string | null; readonly url: string | null }

/** What was named: the command line has priority over the environment, and that over the current profile. */
function chosen({ server, profile }: GivenServer, command: Command, { profiles, current }: Profiles): Chosen {
  const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli'
  const byProfile = profile !== undefined && (isGiven('profile') || !isGiven('server'))
  if (byProfile && server !== undefined && isGiven('server') === isGiven('profile')) {
    if (profiles[profile]?.url === server) return { profile, url: null }
    throw usageError(`profile "${profile}" is not for ${server}`, 'Use --server or --profile, not both.')
  }
  if (byProfile) return { profile, url: null }
  if (server === undefined) return { profile: current, url: null }
  const signedIn = Object.keys(profiles).filter((name) => profiles[name]?.url === server)
  return { profile: (current && signedIn.includes(current) ? current : signedIn[0]) ?? null, url: server }
}

/** The token of the file, unless only the environment names it while the command line names a profile. */
const tokenFileOf = ({ tokenFile }: GivenServer, command: Command): string | undefined =>
  command.getOptionValueSource('tokenFile') === 'env' && command.getOptionValueSource('profile') === 'cli'
    ? undefined
    : tokenFile

export type ApiTarget = { readonly server: TrustedServer; readonly token: Secret; readonly profile: string | null }

/** The server and the token that the options, the environment and the profiles name. */
export async function targetOf(given: GivenServer, command: Command): Promise<ApiTarget> {
  const all = readProfiles()
  const { profile: name, url } = chosen(given, command, all)
  const profile = name === null ? null : profileNamed(name, all)
  const address = url ?? profile?.url
  if (address === undefined) throw noServer()
  const server = { url: address, caFile: given.caFile ?? profile?.caFile ?? null }
  const file = tokenFileOf(given, command)
  if (file !== undefined) return { server, token: await readToken(file), profile: name }
  if (name === null || profile === null)
    throw usageError(
      `there is no token for ${address}`,
      'Sign in with "strongroom login", or give one with --token-file.',
    )
  return { server, token: await storedToken(name, profile), profile: name }
}

/** The API that the options name. */
export async function apiOf(given: GivenServer, command: Command): Promise<Api> {
  const { server, token } = await targetOf(given, command)
  return createApi({ server, token, timeoutMs: given.timeout * 1_000 })
}

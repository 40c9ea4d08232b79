import { type Command, Option } from 'commander'
import type { Secret } from '../../../shared/secret.ts'
import { usageError } from '../command-error.ts'
import { note } from '../output.ts'
import { answerValue } from './answer-rows.ts'
import { createApi } from './api.ts'
import { readProfiles, writeProfiles } from './profiles.ts'
import { endSession, signInWithProvider } from './provider-sign-in.ts'
import { requireValue } from './remote-error.ts'
import { askSecret, canAsk } from './secret-input.ts'
import type { TrustedServer } from './send-once.ts'
import { type GivenServer, readToken, secretOf, withServer } from './target.ts'
import { storedToken, storeToken, type TokenPlace } from './token-store.ts'

type Given = GivenServer & {
  readonly tokenStore: TokenPlace | 'auto'
  readonly sso?: boolean
  readonly device?: boolean
}

async function tokenOf({ tokenFile }: Given): Promise<Secret> {
  if (tokenFile !== undefined) return readToken(tokenFile)
  if (!canAsk())
    throw usageError('there is no terminal to ask for the token', 'Give it with --token-file FILE, or --token-file - .')
  return secretOf(await askSecret('Operator token'), 'what was entered')
}

/** Of a session with the identity provider, or one that the user has. */
async function tokenFor(given: Given, server: TrustedServer): Promise<Secret> {
  const { sso = false, device = false, tokenFile } = given
  if (device && !sso) throw usageError('--device needs --sso', 'Add --sso.')
  if (!sso) return tokenOf(given)
  if (tokenFile !== undefined) throw usageError('--sso takes no --token-file', 'Use one of them.')
  return signInWithProvider({ server, timeoutMs: given.timeout * 1_000 }, device)
}

function serverOf({ server, caFile }: Given, name: string) {
  const known = readProfiles().profiles[name]
  const url = server ?? known?.url
  if (url === undefined) throw usageError('no server is named', 'Add --server URL.')
  return { url, caFile: caFile ?? (known?.url === url ? known.caFile : null) }
}

/** Ends the session that a new one takes the place of; a server that is away does not hold up the sign-in. */
async function formerSessionOf(name: string, { sso = false }: Given) {
  const former = readProfiles().profiles[name]
  if (!sso || !former?.sessionEndsAt || Date.parse(former.sessionEndsAt) <= Date.now()) return null
  const token = await storedToken(name, former).catch(() => null)
  return token && { end: () => endSession({ server: former, timeoutMs: patienceMs }, token) }
}

/** Milliseconds. */
const patienceMs = 5_000

/** The token is stored only after the server has accepted it. */
async function login(given: Given): Promise<void> {
  const name = given.profile ?? 'default'
  const server = serverOf(given, name)
  const former = await formerSessionOf(name, given)
  const token = await tokenFor(given, server)
  const api = createApi({ server, token, timeoutMs: given.timeout * 1_000 })
  const session = requireValue(await api.call('session.whoAmI', {}), `you are not signed in to ${server.url}`, api)
  const tokenIn = await storeToken(name, token, given.tokenStore)
  const { profiles } = readProfiles()
  const sessionEndsAt = session.origin === 'sign-in' ? session.expiresAt : null
  const profile = { ...server, tokenIn, sessionEndsAt }
  writeProfiles({ version: 1, current: name, profiles: { ...profiles, [name]: profile } })
  await former?.end()
  if (given.json) return answerValue({ profile: name, url: server.url, tokenIn, session })
  note(`Signed in to ${server.url} as "${session.tokenName}" until ${session.expiresAt}; profile "${name}".`)
  note(tokenIn === 'keychain' ? 'The token is in the keychain.' : 'The token is in a file that only you may read.')
}

export const addLogin = (program: Command): void =>
  void withServer(program.command('login'))
    .addOption(
      new Option(
        '--token-store <place>',
        'where the token is stored; auto takes the keychain, and a file where there is none',
      )
        .choices(['auto', 'keychain', 'file'])
        .default('auto'),
    )
    .addOption(new Option('--sso', 'sign in with the identity provider of the server, in a browser'))
    .addOption(new Option('--device', 'with --sso: in a browser on any device, by entering a code'))
    .action(login)

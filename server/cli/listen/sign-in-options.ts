import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { isServerAddress } from '../../../shared/server-address.ts'
import { RolesFileError, readRoles } from '../../sign-in/granted-roles.ts'
import type { SignInSettings } from '../../sign-in/settings.ts'
import { usageError } from '../command-error.ts'
import { parseDuration, parsePath } from '../parse.ts'
import { setting } from '../settings.ts'

/** The parsed options of {@link withSignInOptions}. */
export type GivenSignIn = {
  readonly oidcIssuer?: URL
  readonly oidcName?: string
  readonly oidcClientId?: string
  readonly oidcClientSecretFile?: string
  readonly oidcScopes: string
  readonly oidcGroupsClaim: string
  readonly oidcRoles?: string
  readonly oidcAcrValues?: readonly string[]
  readonly oidcMaxAge?: number
  readonly oidcAudience?: string
  readonly publicUrl?: URL
}

const tlsRule = 'It must be an https:// address, or http:// on this machine'

function parseIssuer(text: string): URL {
  const url = URL.parse(text)
  const isSafe = url && isServerAddress({ ...addressIn(url), pathname: '/' })
  if (!isSafe) throw new InvalidArgumentError(`${tlsRule}, as the provider publishes it.`)
  return url
}

const addressIn = ({ protocol, hostname, search, hash, username, password }: URL) => ({
  protocol,
  hostname,
  search,
  hash,
  username,
  password,
})

function parsePublicUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !isServerAddress(url)) throw new InvalidArgumentError(`${tlsRule}, without a path.`)
  return url
}

function parseAcrValues(text: string): readonly string[] {
  const values = text.split(' ').filter((value) => value !== '')
  if (values.length === 0) throw new InvalidArgumentError('It must be at least one value.')
  return values
}

/** Whom people sign in with. */
export const withSignInOptions = (command: Command): Command =>
  command
    .addOption(
      setting(
        '--oidc-issuer <url>',
        'let people sign in with this OpenID Connect provider; needs --oidc-client-id, --oidc-roles and --public-url',
      ).argParser(parseIssuer),
    )
    .addOption(setting('--oidc-name <text>', 'what to call it: "Sign in with ..."').default(undefined, 'its host'))
    .addOption(setting('--oidc-client-id <id>', 'ID of this server as a client of the provider'))
    .addOption(
      setting('--oidc-client-secret-file <file>', 'file with its secret; without one, it is a public client').argParser(
        parsePath,
      ),
    )
    .addOption(setting('--oidc-scopes <text>', 'scopes to ask for').default('openid profile email'))
    .addOption(setting('--oidc-groups-claim <name>', 'claim with the groups of a person').default('groups'))
    .addOption(
      setting('--oidc-roles <file>', 'JSON file that says which role each group and service account has').argParser(
        parsePath,
      ),
    )
    .addOption(
      setting(
        '--oidc-acr-values <list>',
        'require one of these ways to sign in, as the provider calls them, separated by spaces',
      )
        .argParser(parseAcrValues)
        .default(undefined, 'any'),
    )
    .addOption(
      setting(
        '--oidc-max-age <duration>',
        'require that people signed in at the provider at most so long ago, such as 1h',
      )
        .argParser(parseDuration)
        .default(undefined, 'any time'),
    )
    .addOption(
      setting(
        '--oidc-audience <text>',
        'take JWTs of service accounts that the provider issued for this audience',
      ).default(undefined, 'none'),
    )
    .addOption(
      setting(
        '--public-url <url>',
        'where browsers reach this server, such as https://strongroom.example.com',
      ).argParser(parsePublicUrl),
    )

/** The identity provider that the options name; null where they name none. */
export function signInSettingsOf(given: GivenSignIn): SignInSettings | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcRoles: rolesFile, publicUrl } = given
  if (!issuer) {
    if (clientId === undefined && rolesFile === undefined && given.oidcAudience === undefined) return null
    throw usageError(
      'the options of sign-in need --oidc-issuer',
      'Add --oidc-issuer, or omit the other --oidc options.',
    )
  }
  if (clientId === undefined || rolesFile === undefined || publicUrl === undefined)
    throw usageError('--oidc-issuer needs --oidc-client-id, --oidc-roles and --public-url', 'Add what is missing.')
  if (given.oidcAudience === clientId)
    throw usageError(
      '--oidc-audience is the client ID, so ID tokens of browsers would be taken for JWTs of service accounts',
      'Choose an audience of its own, such as the address of this server.',
    )
  const clientSecretFile = given.oidcClientSecretFile ?? null
  assertReadable(rolesFile, clientSecretFile)
  return {
    issuer,
    name: given.oidcName ?? issuer.host,
    clientId,
    clientSecretFile,
    scopes: given.oidcScopes,
    groupsClaim: given.oidcGroupsClaim,
    rolesFile,
    publicUrl,
    acrValues: given.oidcAcrValues ?? [],
    maxAge: given.oidcMaxAge ?? null,
    audience: given.oidcAudience ?? null,
  }
}

/** They are read again for each sign-in; what is wrong with them should show at the start. */
function assertReadable(rolesFile: string, clientSecretFile: string | null): void {
  try {
    readRoles(rolesFile)
    if (clientSecretFile !== null) readFileSync(clientSecretFile)
  } catch (error) {
    const { message } = error as Error
    const fault = error instanceof RolesFileError ? message : `the client secret cannot be read: ${message}`
    throw usageError(fault, 'Correct the file, or name another one.')
  }
}

import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Secret } from '../../../shared/secret.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { systemKeychain } from './keychain.ts'
import { type ServerProfile, settingsFolder, writePrivately } from './profiles.ts'

export type TokenPlace = ServerProfile['tokenIn']

const fileOf = (profile: string) => join(settingsFolder(), 'tokens', profile)

/** Stores the token of a profile in the keychain, or where that does not work in a file of this user. */
export async function storeToken(profile: string, token: Secret, wanted: TokenPlace | 'auto'): Promise<TokenPlace> {
  const isInKeychain = wanted !== 'file' && (await systemKeychain()?.write(profile, token)) === true
  if (isInKeychain) {
    rmSync(fileOf(profile), { force: true })
    return 'keychain'
  }
  if (wanted === 'keychain')
    throw new CommandError('the token cannot be stored in the keychain: there is none, or it is locked', {
      nextStep: 'Unlock it, install libsecret-tools on Linux, or use --token-store file.',
      exitCode: exitCodes.failed,
    })
  writePrivately(fileOf(profile), `${token.reveal()}\n`)
  return 'file'
}

const noToken = (reason: string, nextStep: string): CommandError =>
  new CommandError(reason, { nextStep, exitCode: exitCodes.access })

function readTokenFile(profile: string): Secret {
  const file = fileOf(profile)
  const mode = statSync(file, { throwIfNoEntry: false })?.mode
  if (mode === undefined)
    throw noToken(`the token of profile "${profile}" is missing`, 'Sign in again with "strongroom login".')
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw noToken(`${file} was not used: other users may read it`, `Run "chmod 600 ${file}".`)
  return new Secret(readFileSync(file, 'utf8').trim())
}

/** The token of a profile. Throws where it is missing. */
export async function storedToken(name: string, { tokenIn }: ServerProfile): Promise<Secret> {
  if (tokenIn === 'file') return readTokenFile(name)
  const token = await systemKeychain()?.read(name)
  if (token) return token
  throw noToken(
    `the keychain has no token of profile "${name}", or is locked or not reachable from here`,
    'Unlock it, sign in again with "strongroom login", or give a token with --token-file.',
  )
}

export async function eraseToken(name: string, { tokenIn }: ServerProfile): Promise<void> {
  rmSync(fileOf(name), { force: true })
  if (tokenIn === 'keychain') await systemKeychain()?.erase(name)
}

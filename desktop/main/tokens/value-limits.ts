import type { KeychainCode } from './keychain-problems.ts'

/** CRED_MAX_CREDENTIAL_BLOB_SIZE of Windows, in bytes. */
const windowsLimit = 5 * 512

/** Why a keychain of this platform cannot hold the text, or null; the calls themselves would not say so. */
export function unfitFor(platform: NodeJS.Platform, text: string): KeychainCode | null {
  if (text.includes('\0')) return 'TokenCutShort'
  return platform === 'win32' && Buffer.byteLength(text) > windowsLimit ? 'TokenTooLong' : null
}

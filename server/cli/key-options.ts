import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type KeyUri, parseKeyUri } from '../vault/key-uri.ts'
import type { KeyPlaces, KeyUris } from '../vault/open-keys.ts'
import { usageError } from './command-error.ts'
import { parseDescriptor, parsePath } from './parse.ts'
import { setting } from './settings.ts'

/** The options as commander parses them; URIs stay text, as they are shown. */
export type GivenKeys = {
  readonly keyFile?: string
  readonly keyFd?: number
  readonly key?: string
  readonly nextKey?: string
  readonly retiredKey?: readonly string[]
}

function keyUri(text: string): string {
  try {
    parseKeyUri(text)
    return text
  } catch (error) {
    // Not as an invalid argument, which would be printed whole: someone may have put a secret into it.
    throw usageError(
      `the URI of a key cannot be used: ${(error as Error).message.replace(/\.$/, '')}`,
      'Secrets are read from files that it names; see docs/keys.md.',
    )
  }
}

const keyUriList = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(/\s+/).map(keyUri),
]

/** Adds the options that say where keys are; read them with {@link keyPlacesOf}. */
export const withKeyOptions = (command: Command): Command =>
  command
    .addOption(
      setting('--key-file <file>', 'file with the key that seals the stored credentials')
        .default(undefined, 'keys/kek in the data folder')
        .argParser(parsePath),
    )
    .addOption(setting('--key-fd <n>', 'open file descriptor to read that key from').argParser(parseDescriptor))
    .addOption(setting('--key <uri>', `where that key is held: ${uriForms}`).argParser(keyUri))
    .addOption(setting('--next-key <uri>', 'the key that "keys rotate" makes active').argParser(keyUri))
    .addOption(
      setting('--retired-key <uri>', 'a key that only opens what it sealed before; may be repeated').argParser(
        keyUriList,
      ),
    )

const uriForms = 'file:, fd:, vault:, awskms:, gcpkms: or pkcs11:, see docs/keys.md'

/** `fallback` is the key file where nothing is said. */
export function keyPlacesOf(given: GivenKeys, fallback: string): KeyPlaces {
  const { keyFile, keyFd, key } = given
  const said = [keyFile, keyFd, key].filter((each) => each !== undefined)
  if (said.length > 1) throw usageError('--key, --key-file and --key-fd exclude each other', 'Use one of them.')
  const active = key === undefined ? null : parseKeyUri(key)
  const path = pathOf(active) ?? keyFile ?? (keyFd === undefined ? fallback : `/dev/fd/${keyFd}`)
  return { keyFile: path, keys: urisOf(active ?? parseKeyUri(`file:${path}`), given) }
}

/** A key in a file, which needs no more than its path. */
function pathOf(uri: KeyUri | null): string | null {
  if (uri?.scheme === 'file') return resolve(uri.place)
  return uri?.scheme === 'fd' ? `/dev/fd/${uri.place}` : null
}

function urisOf(active: KeyUri, { nextKey, retiredKey = [] }: GivenKeys): KeyUris | null {
  const next = nextKey === undefined ? null : parseKeyUri(nextKey)
  const retired = retiredKey.map(parseKeyUri)
  const isFileAlone = pathOf(active) !== null && next === null && retired.length === 0
  return isFileAlone ? null : { active, next, retired }
}

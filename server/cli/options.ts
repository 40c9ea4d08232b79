import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { defaultDataDir, keyFileIn } from '../config.ts'
import { setting } from './settings.ts'

/** The values of `--data`, `--key-file` and `--json`. */
export type FolderOptions = { readonly dataDir: string; readonly keyFile: string; readonly json: boolean }

/** The options as commander parses them. */
export type GivenFolder = { readonly data: string; readonly keyFile?: string; readonly json?: boolean }

const dataOption = () => setting('--data <dir>', 'data folder').default(defaultDataDir()).argParser(resolvePath)
const keyFileOption = () =>
  setting(
    '--key-file <file>',
    'file with the key that seals the stored credentials (default: keys/kek in the data folder)',
  ).argParser(resolvePath)

export function resolvePath(path: string): string {
  if (!path) throw new InvalidArgumentError('It is empty.')
  return resolve(path)
}

/** Adds `--data`, `--key-file` and `--json`; read them with {@link folderOptionsOf}. */
export const withFolderOptions = (command: Command): Command =>
  command
    .addOption(dataOption())
    .addOption(keyFileOption())
    .addOption(setting('--json', 'print exactly one JSON value on standard output'))

export function folderOptionsOf({ data, keyFile = keyFileIn(data), json = false }: GivenFolder): FolderOptions {
  return { dataDir: data, keyFile, json }
}

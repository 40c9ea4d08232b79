import type { Command } from 'commander'
import { defaultDataDir, keyFileIn } from '../config.ts'
import type { Folder } from '../data-folder.ts'
import type { DatabasePlace } from '../store/database-place.ts'
import { type GivenKeys, keyPlacesOf, withKeyOptions } from './key-options.ts'
import { parsePath } from './parse.ts'
import { setting } from './settings.ts'
import { databaseOf, type GivenStore, withStoreOptions } from './store-options.ts'

/** The values of `--data`, of where the keys are, and of `--json`. */
export type FolderOptions = Folder & { readonly database: DatabasePlace | null; readonly json: boolean }

/** The options as commander parses them. */
export type GivenFolder = GivenKeys & GivenStore & { readonly data: string; readonly json?: boolean }

const dataOption = () => setting('--data <dir>', 'data folder').default(defaultDataDir()).argParser(parsePath)

/** Adds `--data`, `--store`, where the keys are, and `--json`; read them with {@link folderOptionsOf}. */
export const withFolderOptions = (command: Command): Command =>
  withKeyOptions(withStoreOptions(command.addOption(dataOption()))).addOption(
    setting('--json', 'print exactly one JSON value on standard output'),
  )

export function folderOptionsOf({ data, json = false, ...given }: GivenFolder): FolderOptions {
  return { dataDir: data, database: databaseOf(given), ...keyPlacesOf(given, keyFileIn(data)), json }
}

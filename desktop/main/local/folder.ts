import { dirname, join } from 'node:path'

/** Where the data of this machine's server lie, and the key that seals its stored pairs. */
export type LocalFolder = { readonly isDemo: boolean; readonly dataDir: string; readonly keyFile: string }

/** The key lies apart from real data, so that a copy of that folder does not have the pairs and their key. */
export function folderOf(dataRoot: string, { isDemo }: { readonly isDemo: boolean }): LocalFolder {
  const dataDir = join(dataRoot, isDemo ? 'local-demo' : 'local')
  return { isDemo, dataDir, keyFile: isDemo ? join(dataDir, 'keys', 'kek') : join(dataRoot, 'local-key', 'kek') }
}

/** The folder of the operator's own data, next to which that of the demo is. */
export const ownFolderNextTo = ({ dataDir }: LocalFolder): LocalFolder => folderOf(dirname(dataDir), { isDemo: false })

export const folderArgs = ({ dataDir, keyFile }: LocalFolder) => ['--data', dataDir, '--key-file', keyFile] as const

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keyFileIn } from '../../server/config.ts'
import { openVault } from '../../server/vault/open-vault.ts'
import { withStoreOf } from './folders.ts'
import { seed } from './seed.ts'
import { temporaryFolder } from './temporary-folder.ts'

type File = { readonly name: string; readonly bytes: Buffer }

/** The files of a data folder with the seed in it. */
async function makeFiles(): Promise<readonly File[]> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  await withStoreOf(dataDir, async (store) => {
    await seed(store)
    await openVault(store, keyFileIn(dataDir))
  })
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(names.map(async (name) => ({ name: name.slice(dataDir.length), bytes: await readFile(name) })))
}

let files: Promise<readonly File[]> | null = null

/** Puts a stopped server's data, with the seed and a key, into an empty folder. They are made once for each process. */
export async function putSeededData(dataDir: string): Promise<void> {
  files ??= makeFiles()
  for (const { name, bytes } of await files) {
    const path = join(dataDir, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, bytes, { mode: 0o600 })
  }
}

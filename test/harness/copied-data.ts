import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { keyFileIn } from '../../server/config.ts'
import { openVault } from '../../server/vault/open-vault.ts'
import { withStoreOf } from './folders.ts'
import { seed } from './seed.ts'
import { temporaryFolder } from './temporary-folder.ts'

type File = { readonly name: string; readonly bytes: Buffer }

type Made<Answer> = { readonly answer: Answer; readonly files: readonly File[] }

async function filesIn(dataDir: string): Promise<readonly File[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(names.map(async (name) => ({ name: name.slice(dataDir.length), bytes: await readFile(name) })))
}

async function makeOnce<Answer>(make: (dataDir: string) => Promise<Answer>): Promise<Made<Answer>> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const answer = await make(dataDir)
  return { answer, files: await filesIn(dataDir) }
}

/**
 * Has a data folder made once in this process, where it is needed first. The function it gives puts a copy into an empty
 * folder, and answers what making it answered.
 */
export function dataToCopy<Answer>(make: (dataDir: string) => Promise<Answer>): (dataDir: string) => Promise<Answer> {
  let made: Promise<Made<Answer>> | null = null
  return async (dataDir) => {
    made ??= makeOnce(make)
    const { answer, files } = await made
    for (const { name, bytes } of files) {
      const path = join(dataDir, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path, bytes, { mode: 0o600 })
    }
    return answer
  }
}

/** Puts a stopped server's data, with the seed and a key, into an empty folder. */
export const putSeededData = dataToCopy((dataDir) =>
  withStoreOf(dataDir, async (store) => {
    await seed(store)
    await openVault(store, keyFileIn(dataDir))
  }),
)

import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { blockSize, paddingOf, readTarHeader } from './tar-header.ts'
import { damagedBackup, readExactly, transfer } from './transfer.ts'
import { sumsName } from './write-archive.ts'

const mostSums = 4096

/** Unpacks exactly these files into a folder; throws a `BackupError` when anything is not as it was packed. */
export async function readArchive(path: string, folder: string, names: readonly string[]): Promise<void> {
  await using archive = await open(path)
  const sums: string[] = []
  for (const name of names) sums.push(`${await readFile(archive, folder, name)}  ${name}\n`)
  const size = await expectEntry(archive, sumsName)
  if (size > mostSums || (await readExactly(archive, size)).toString() !== sums.join(''))
    throw damagedBackup('its checksums do not match its content')
}

async function readFile(archive: FileHandle, folder: string, name: string): Promise<string> {
  const size = await expectEntry(archive, name)
  await using file = await open(join(folder, name), 'wx', 0o600)
  const sum = await transfer(archive, size, (bytes) => file.writeFile(bytes))
  await readExactly(archive, paddingOf(size))
  await file.sync()
  return sum
}

/** The size of the next entry, which must have this name. */
async function expectEntry(archive: FileHandle, name: string): Promise<number> {
  const entry = readTarHeader(await readExactly(archive, blockSize))
  if (entry?.name === name) return entry.size
  throw damagedBackup(`${name} is missing or out of order, or the file is not a Strongroom backup`)
}

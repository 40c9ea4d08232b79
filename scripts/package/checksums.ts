import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** The text of SHA256SUMS, as `sha256sum -c` reads it in the folder of the files. */
export async function checksumsOf(files: readonly string[]): Promise<string> {
  const lines = await Promise.all(files.map(async (file) => `${await sha256(file)}  ${basename(file)}\n`))
  return lines.sort((a, b) => a.slice(66).localeCompare(b.slice(66), 'en')).join('')
}

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { blockSize, paddingOf, tarHeader } from './tar-header.ts'
import { type Sink, transfer } from './transfer.ts'

/** The last entry: the sums of all others, as `sha256sum -c` reads them. */
export const sumsName = 'SHA256SUMS'

type Content = {
  readonly folder: string
  readonly names: readonly string[]
  /** Hears of the bytes packed so far. */
  readonly onPacked: (bytes: number) => void
}

/** Packs files of a folder into a tar that ends with their checksums; answers the SHA-256 of the whole, hex. */
export async function writeArchive(path: string, { folder, names, onPacked }: Content): Promise<string> {
  await using archive = await open(path, 'wx', 0o600)
  const whole = createHash('sha256')
  let packed = 0
  const write: Sink = async (bytes) => {
    whole.update(bytes)
    await archive.writeFile(bytes)
    packed += bytes.length
    onPacked(packed)
  }
  const sums: string[] = []
  for (const name of names) sums.push(`${await writeFile({ folder, name }, write)}  ${name}\n`)
  const last = Buffer.from(sums.join(''))
  await write(tarHeader({ name: sumsName, size: last.length }, Date.now()))
  await write(Buffer.concat([last, Buffer.alloc(paddingOf(last.length) + 2 * blockSize)]))
  return whole.digest('hex')
}

async function writeFile({ folder, name }: { folder: string; name: string }, write: Sink): Promise<string> {
  await using file = await open(join(folder, name))
  const { size, mtimeMs } = await file.stat()
  await write(tarHeader({ name, size }, mtimeMs))
  const sum = await transfer(file, size, write)
  await write(Buffer.alloc(paddingOf(size)))
  return sum
}

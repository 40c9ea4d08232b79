import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'

const chunkSize = 1 << 20

export type Sink = (bytes: Buffer) => Promise<void>

export const damagedBackup = (why: string): BackupError =>
  new BackupError(`the backup is damaged: ${why}`, 'Use another backup; nothing was changed.')

/** Hands on the next so many bytes of a file; answers their SHA-256, hex. */
export async function transfer(file: FileHandle, size: number, sink: Sink): Promise<string> {
  const hash = createHash('sha256')
  for (let left = size; left > 0; ) {
    const bytes = await readSome(file, Math.min(left, chunkSize))
    hash.update(bytes)
    await sink(bytes)
    left -= bytes.length
  }
  return hash.digest('hex')
}

/** The next bytes as one buffer; for small parts only. */
export async function readExactly(file: FileHandle, size: number): Promise<Buffer> {
  const parts: Buffer[] = []
  await transfer(file, size, async (bytes) => void parts.push(bytes))
  return Buffer.concat(parts)
}

async function readSome(file: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, null)
  if (bytesRead === 0) throw damagedBackup('it ends too early')
  return buffer.subarray(0, bytesRead)
}

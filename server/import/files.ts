import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileInput, type ImportInput, standardInput, streamInput } from './input.ts'

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  NOT_REGULAR: 'it is neither a regular file nor a link to one',
  NO_STANDARD_INPUT: 'the desktop package cannot read standard input; use a file instead',
}

/** A file to import cannot be read; nothing was imported. `code` is the system's, such as `ENOENT`. */
export class UnreadableFile extends Error {
  readonly code: string

  constructor(file: string, code: string) {
    super(`cannot read ${file}: ${causes[code] ?? code}; nothing was imported`)
    this.code = code
  }
}

/**
 * Electron's utility process, where the desktop package runs commands, has an empty one (in tests: a forked process).
 */
const hasStandardInput = (): boolean => !('parentPort' in process) && !process.channel

async function sizeOf(file: string): Promise<number> {
  try {
    // Opening a pipe would block until another process writes to it.
    await using handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stats = await handle.stat()
    if (!stats.isFile()) throw new UnreadableFile(file, stats.isDirectory() ? 'EISDIR' : 'NOT_REGULAR')
    return stats.size
  } catch (error) {
    const { code } = error as { code?: string }
    throw error instanceof UnreadableFile || !code ? error : new UnreadableFile(file, code)
  }
}

async function sizeOfInput(file: string): Promise<number | null> {
  if (file !== standardInput) return sizeOf(file)
  if (!hasStandardInput()) throw new UnreadableFile('Standard input', 'NO_STANDARD_INPUT')
  return null
}

/** Bytes of each file; null for `-`, standard input. Throws `UnreadableFile`. */
export const sizesOf = (files: readonly string[]): Promise<(number | null)[]> => Promise.all(files.map(sizeOfInput))

/** The files as inputs. Throws `UnreadableFile`. */
export async function inputsOf(files: readonly string[]): Promise<ImportInput[]> {
  const sizes = await sizesOf(files)
  return files.map((file, place) => {
    const size = sizes[place] ?? null
    return size === null ? streamInput(file, process.stdin) : fileInput(file, size)
  })
}

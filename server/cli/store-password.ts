import { fstatSync, readSync, type Stats } from 'node:fs'
import { isatty } from 'node:tty'
import type { Command } from 'commander'
import { Secret } from '../../shared/secret.ts'
import type { DatabasePlace } from '../store/database-place.ts'
import { usageError } from './command-error.ts'
import { parseDescriptor, parsePath } from './parse.ts'
import { setting } from './settings.ts'

/** The options as commander parses them. */
export type GivenPassword = { readonly storePasswordFile?: string; readonly storePasswordFd?: number }

/** Adds the options that say where the password of a database is; read them with {@link passwordOf}. */
export const withPasswordOptions = (command: Command): Command =>
  command
    .addOption(
      setting(
        '--store-password-file <file>',
        'file with the password of that user; without it, that of PGPASSWORD',
      ).argParser(parsePath),
    )
    .addOption(
      setting('--store-password-fd <n>', 'open file descriptor to read that password from').argParser(parseDescriptor),
    )

/** What a connection signs in with; a file is read by each connection, a descriptor once. */
export function passwordOf({ storePasswordFile: file, storePasswordFd: fd }: GivenPassword): DatabasePlace['password'] {
  if (file !== undefined && fd !== undefined)
    throw usageError('--store-password-file and --store-password-fd exclude each other', 'Use one of them.')
  if (fd !== undefined) return passwordFrom(fd)
  return file === undefined ? null : { file }
}

/** A pipe can be read only once, and a command may need the place of its database more than once. */
const passwords = new Map<number, Secret>()

function passwordFrom(fd: number): Secret {
  const password = passwords.get(fd) ?? new Secret(readLine(fd))
  passwords.set(fd, password)
  return password
}

const mostBytes = 64 * 1024

/** The first line, so that the other end of a pipe may stay open. */
function readLine(fd: number): string {
  assertReadable(fd)
  const buffer = Buffer.alloc(mostBytes)
  let length = 0
  while (length < mostBytes && !buffer.subarray(0, length).includes('\n')) {
    const read = readInto(buffer, fd, length)
    if (read === 0) break
    length += read
  }
  const [line = ''] = buffer.toString('utf8', 0, length).split('\n')
  if (length === mostBytes && !buffer.includes('\n')) throw refused(fd, 'its first line is longer than 64 KiB')
  if (!line.trim()) throw refused(fd, 'its first line is empty')
  return line.trim()
}

function readInto(buffer: Buffer, fd: number, at: number): number {
  try {
    return readSync(fd, buffer, at, buffer.length - at, null)
  } catch (error) {
    throw refused(fd, `it cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function assertReadable(fd: number): void {
  if (isatty(fd)) throw refused(fd, 'it is a terminal, which would show the password')
  if (isOpenToOthers(statsOf(fd))) throw refused(fd, 'other users can read its file')
}

function statsOf(fd: number): Stats {
  try {
    return fstatSync(fd)
  } catch {
    throw refused(fd, 'it is not open')
  }
}

/** Pipes and sockets have no mode that matters, nor has any file on Windows. */
const isOpenToOthers = (file: Stats): boolean =>
  process.geteuid !== undefined && file.isFile() && (file.mode & 0o077) !== 0

const refused = (fd: number, reason: string) =>
  usageError(
    `the password cannot be read from descriptor ${fd}: ${reason}`,
    'Open a file that only this user can read, as in: --store-password-fd 3 3< FILE',
  )

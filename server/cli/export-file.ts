import { randomUUID } from 'node:crypto'
import { accessSync, constants, createWriteStream, existsSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { publish } from '../platform/durable-files.ts'
import { CommandError, usageError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { answerJson, note } from './output.ts'
import { writeLines } from './write-lines.ts'

/** Where an export goes: to a new file, or to standard output. */
export type ExportTarget = { readonly output?: string | undefined; readonly json: boolean }

export type Export = {
  /** Each with its line break. */
  readonly lines: AsyncIterable<string>
  /** Number of lines that are not rows: 1 with a header. */
  readonly headerLines?: number
  /** What the rows are, in the plural: `records`. */
  readonly noun: string
  /** What else is to be known of them once they are written. */
  readonly facts?: () => Readonly<Record<string, unknown>>
}

/** Throws before anything is read when the export could not be written. */
export function assertWritableTarget({ output, json }: ExportTarget, noun: string): void {
  if (json && !output)
    throw usageError(
      `--json prints a single value, but the ${noun} are one per line`,
      'Choose a file with --output, or omit --json.',
    )
  if (output && existsSync(output))
    throw new CommandError(`${output} already exists and was not overwritten`, {
      nextStep: 'Choose another file.',
      exitCode: exitCodes.failed,
    })
  if (output) assertWritableFolder(dirname(resolve(output)))
}

function assertWritableFolder(folder: string): void {
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(`the folder ${folder} ${code === 'ENOENT' ? 'does not exist' : 'cannot be written to'}`, {
      nextStep: 'Choose a file in another folder.',
      exitCode: exitCodes.failed,
    })
  }
}

/** A reader that closes the pipe early is not an error. */
async function writeToPipe(lines: AsyncIterable<string>): Promise<void> {
  try {
    await writeLines(lines, process.stdout, { end: false })
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EPIPE') throw error
  }
}

/** The file appears complete or not at all; a draft of another process, or one that is a link, is never opened. */
async function writeToFile(lines: AsyncIterable<string>, file: string): Promise<number> {
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}.part`)
  try {
    const written = await writeLines(lines, createWriteStream(draft, { mode: 0o600, flags: 'wx' }), { end: true })
    publish(draft, file)
    return written
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Writes an export to its target and reports the number of rows in a file. */
export async function writeExport(
  { lines, headerLines = 0, noun, facts = () => ({}) }: Export,
  { output, json }: ExportTarget,
): Promise<void> {
  if (!output) return await writeToPipe(lines)
  const rows = (await writeToFile(lines, resolve(output))) - headerLines
  if (json) answerJson({ file: resolve(output), [noun]: rows, ...facts() })
  else note(`Wrote ${rows} ${noun} to ${output}.`)
}

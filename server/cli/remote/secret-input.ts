import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { nameUnseen } from '../../../shared/unseen-characters.ts'
import { CommandError, usageError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'

const largestFile = 64 * 1024

/** The content of a file, or of standard input for `-`. */
export async function readInput(file: string): Promise<string> {
  const content = file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8')
  if (content.length <= largestFile) return content
  throw usageError(`${file === '-' ? 'standard input' : file} is larger than 64 KiB`, 'Choose another file.')
}

/** Whether a person can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

const silence = () => new Writable({ write: (_chunk, _encoding, done) => done() })

type Question = { readonly isHidden: boolean; readonly isWhole: (lines: readonly string[]) => boolean }

const notEntered = (isInterrupted: boolean) =>
  new CommandError(isInterrupted ? 'the command was interrupted' : 'nothing was entered', {
    nextStep: 'Nothing was changed; run the command again.',
    exitCode: isInterrupted ? exitCodes.interrupted : exitCodes.usage,
  })

/** Asks on standard error, so that standard output keeps the result alone. Ctrl+C and Ctrl+D end the command. */
function ask(question: string, { isHidden, isWhole }: Question): Promise<string> {
  const lines: string[] = []
  let isInterrupted = false
  const terminal = createInterface({
    input: process.stdin,
    output: isHidden ? silence() : process.stderr,
    prompt: isHidden ? '' : question,
    terminal: true,
    historySize: 0,
  })
  // Only now that the terminal echoes nothing by itself.
  if (isHidden) process.stderr.write(question)
  else terminal.prompt()
  return new Promise((resolve, reject) => {
    terminal.on('line', (line) => {
      lines.push(line)
      if (isWhole(lines)) terminal.close()
    })
    terminal.on('SIGINT', () => {
      isInterrupted = true
      terminal.close()
    })
    terminal.on('close', () => {
      const isAnswered = !isInterrupted && lines.length > 0 && isWhole(lines)
      if (isHidden || !isAnswered) process.stderr.write('\n')
      if (isAnswered) resolve(lines.join('\n').trim())
      else reject(notEntered(isInterrupted))
    })
  })
}

/** A PEM key has several lines; all else is one. */
function isWholeSecret(lines: readonly string[]): boolean {
  return !lines[0]?.includes('-----BEGIN') || lines.at(-1)?.includes('-----END') === true
}

/** Asks for a secret without showing it. */
export const askSecret = (name: string): Promise<string> =>
  ask(`${name} (hidden): `, { isHidden: true, isWhole: isWholeSecret })

/** Asks for a confirmation; anything but yes is a no. */
export async function requireYes(question: string): Promise<void> {
  const answer = await ask(`${nameUnseen(question)} [y/N] `, { isHidden: false, isWhole: () => true })
  if (/^y(es)?$/i.test(answer)) return
  throw new CommandError('it was not confirmed', { nextStep: 'Nothing was changed.', exitCode: exitCodes.failed })
}

/** Asks before what cannot be undone, or not by the one who does it. Without a terminal, only `--yes` confirms it. */
export async function assertConfirmed(question: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  if (yes) return
  if (canAsk()) return requireYes(question)
  throw usageError('this needs a confirmation, and there is no terminal to ask for it', 'Add --yes to confirm it.')
}

export const withConfirmation = (command: Command): Command =>
  command.option('--yes', 'confirm it; needed without a terminal')

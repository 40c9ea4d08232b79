import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'
import { createLogOutput } from './log-output.ts'

const hidden = ['apiKey', 'secretApiKey', 'authorization', 'req.headers.authorization', '*.apiKey', '*.secretApiKey']

export type Log = AsyncDisposable & { readonly log: Logger }

/** JSON lines on standard error, so that standard output stays a command's own; the last ones are out once it is disposed. */
export function openLog(level: Config['logLevel']): Log {
  // Node's stream makes a pipe non-blocking, so that a reader who stops reading holds up no thread.
  const output = createLogOutput(process.stderr.fd)
  const log = pino({ level, redact: { paths: hidden, censor: '[secret]' }, base: null }, output)
  return { log, [Symbol.asyncDispose]: () => output[Symbol.asyncDispose]() }
}

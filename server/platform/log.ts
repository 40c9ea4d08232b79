import pino, { type Logger } from 'pino'
import { createLogOutput } from './log-output.ts'
import { inSources } from './source-positions.ts'

const hidden = ['apiKey', 'secretApiKey', 'authorization', 'req.headers.authorization', '*.apiKey', '*.secretApiKey']

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export type Log = AsyncDisposable & { readonly log: Logger }

function serializeError(error: Error): unknown {
  const serialized = pino.stdSerializers.err(error)
  return typeof serialized?.stack === 'string' ? { ...serialized, stack: inSources(serialized.stack) } : serialized
}

/** JSON lines on standard error, since standard output belongs to the command. Disposing it flushes the last lines. */
export function openLog(level: LogLevel): Log {
  // Node's stream makes a pipe non-blocking, so that a stalled reader blocks no thread.
  const output = createLogOutput(process.stderr.fd)
  const redact = { paths: hidden, censor: '[secret]' }
  const log = pino({ level, redact, base: null, serializers: { err: serializeError } }, output)
  return { log, [Symbol.asyncDispose]: () => output[Symbol.asyncDispose]() }
}

import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

const hidden = ['apiKey', 'secretApiKey', 'authorization', 'req.headers.authorization', '*.apiKey', '*.secretApiKey']

/** JSON lines on standard error, so that standard output stays a command's own. */
export const createLog = (level: Config['logLevel']): Logger =>
  pino({ level, redact: { paths: hidden, censor: '[secret]' }, base: null }, pino.destination({ dest: 2, sync: true }))

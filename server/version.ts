import { readFileSync } from 'node:fs'

/** The server's version, as its package says. */
export const serverVersion = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version

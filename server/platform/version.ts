import { readFileSync } from 'node:fs'
import { shippedFiles } from '../shipped-files.ts'

/** The server's version, as its package says. */
export const serverVersion = (JSON.parse(readFileSync(shippedFiles.package, 'utf8')) as { version: string }).version

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const inModules = (...names) => join(root, 'node_modules', ...names)

export const isWindows = process.platform === 'win32'

export const say = (text) => process.stderr.write(`${text}\n`)

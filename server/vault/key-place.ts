import { realpathSync, statSync } from 'node:fs'
import { sep } from 'node:path'

/** Whether a copy of the folder has the file too; a pipe is nowhere. */
export const isInside = (file: string, folder: string): boolean =>
  statSync(file).isFile() && realpathSync(file).startsWith(`${realpathSync(folder)}${sep}`)

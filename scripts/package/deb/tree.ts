import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Copies a mapping `SOURCE=TARGET` below the root; relative sources count from `base`. */
export function place(mapping: string, { root, base }: { readonly root: string; readonly base: string }): void {
  const split = mapping.lastIndexOf('=')
  if (split < 1) throw new Error(`fpm: ${mapping} names no target`)
  const target = join(root, mapping.slice(split + 1))
  mkdirSync(dirname(target), { recursive: true })
  cpSync(resolve(base, mapping.slice(0, split)), target, { recursive: true, verbatimSymlinks: true })
}

export type Entry = { readonly path: string; readonly kind: 'file' | 'folder' | 'other'; readonly bytes: number }

/** All that is below the root, sorted; paths are relative to it. */
export function entriesOf(root: string): readonly Entry[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => {
      const stat = lstatSync(join(root, path))
      return { path, kind: stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other', bytes: stat.size }
    })
}

/** Linked or loaded, never run. */
const isLibrary = (path: string) => /\.node$|\.so(\.\d+)*$/.test(path)

/** Modes as Debian wants them, regardless of the umask: only root may write, and only programs may be run. */
export function setModes(root: string, entries: readonly Entry[]): void {
  chmodSync(root, 0o755)
  for (const { path, kind } of entries) {
    const file = join(root, path)
    if (kind === 'folder') chmodSync(file, 0o755)
    if (kind === 'file') chmodSync(file, lstatSync(file).mode & 0o111 && !isLibrary(path) ? 0o755 : 0o644)
  }
}

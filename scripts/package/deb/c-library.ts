import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from './tree.ts'

/** The minor version of glibc 2 that an addon was linked with; 0 where it names none. */
const neededBy = (file: string) =>
  Math.max(0, ...[...readFileSync(file, 'latin1').matchAll(/\bGLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor)))

/** Throws where an addon wants a newer C library than the package says it does: it would be installed and then not start. */
export function checkCLibrary(root: string, entries: readonly Entry[], depends: readonly string[]): void {
  const said = Number(/^libc6 \(>= 2\.(\d+)\)$/m.exec(depends.join('\n'))?.[1] ?? 0)
  for (const { path } of entries.filter((entry) => entry.path.endsWith('.node'))) {
    const needed = neededBy(join(root, path))
    if (needed > said)
      throw new Error(`fpm: ${path} needs libc6 (>= 2.${needed}); build it on an older system, or say so in "depends"`)
  }
}

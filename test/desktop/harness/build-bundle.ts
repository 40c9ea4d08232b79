import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { buildDesktop } from '../../../scripts/build-desktop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the console's package.json and `out/`. */
    bundle: string
  }
}

/** Below node_modules, so that the addons are found from there. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))

/** Builds the console for the tests that drive it, or takes the payload that STRONGROOM_BUNDLE names. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.STRONGROOM_BUNDLE
  const folder = given ? resolve(given) : await mkdtemp(join(cache, 'console-'))
  if (!given) await buildDesktop(folder)
  project.provide('bundle', folder)
  return async () => {
    if (!given) await rm(folder, { recursive: true })
  }
}

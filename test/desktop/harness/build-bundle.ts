import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { buildDesktop } from '../../../scripts/build-desktop.ts'
import { payloadOfPackage } from '../../package/pack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the console's package.json and `out/`. */
    bundle: string
  }
}

/** Below node_modules, so that the addons are found from there. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))

/** The console as it was built, or as it comes out of its package. */
const makers: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  built: buildDesktop,
  packaged: payloadOfPackage,
}

/** Makes the console for the tests that drive it: STRONGROOM_BUNDLE is `built`, `packaged`, or the folder of a payload. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const wanted = process.env.STRONGROOM_BUNDLE || 'built'
  const make = makers[wanted]
  await mkdir(cache, { recursive: true })
  const folder = make ? await mkdtemp(join(cache, 'console-')) : resolve(wanted)
  await make?.(folder)
  project.provide('bundle', folder)
  return async () => {
    if (make) await rm(folder, { recursive: true })
  }
}

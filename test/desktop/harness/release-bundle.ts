import { cpSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Key } from '../../package/release-folder.ts'
import { spkiOf } from '../../update/made-release.ts'

/** The console as a package with this key of the releases has it: it verifies updates. */
export async function bundleWithKey(key: Key): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(inject('bundle'), '..', 'console-'))
  cpSync(inject('bundle'), path, { recursive: true })
  writeFileSync(join(path, 'out/server/release-keys.pem'), spkiOf(key))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

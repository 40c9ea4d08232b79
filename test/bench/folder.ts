import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder that goes when its user is done. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'strongroom-bench-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

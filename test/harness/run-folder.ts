import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { stopCluster } from '../store/postgres/cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** An empty folder at the start of the run, for what its test files share; it is removed at the end. */
    runFolder: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-run-'))
  project.provide('runFolder', folder)
  return async () => {
    await stopCluster(folder)
    await rm(folder, { recursive: true })
  }
}

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seed } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** Why nothing can be mounted here; null when it can. */
function findMountProblem(): string | null {
  const { status } = spawnSync('unshare', ['-m', 'true'])
  return status === 0 ? null : 'only root can mount, and not in every container'
}
export const mountProblem = findMountProblem()

/** A file system of so many megabytes. */
export function mountSmall(path: string, { megabytes = 4, mode = '0700' } = {}): Disposable {
  mkdirSync(path)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=${mode}`, 'tmpfs', path])
  return { [Symbol.dispose]: () => void execFileSync('umount', ['-l', path]) }
}

/** A server whose data are alone on a disk of four megabytes. */
type ServerOnSmallDisk = AsyncDisposable & {
  readonly server: TestServer
  /** Leaves no room for anything. */
  fillDisk(): void
  /** Gives the room back. */
  freeDisk(): void
}

export async function startOnSmallDisk(): Promise<ServerOnSmallDisk> {
  await using made = new AsyncDisposableStack()
  const { path } = made.use(await temporaryFolder())
  const dataDir = join(path, 'small')
  made.use(mountSmall(dataDir))
  const server = made.use(await startTestServer({ dataDir }))
  await seed(server.app.store)
  const filler = join(dataDir, '.filler')
  const owned = made.move()
  return {
    server,
    fillDisk() {
      const { bavail, bsize } = statfsSync(dataDir)
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
    },
    freeDisk: () => rmSync(filler),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** Why nothing can be mounted here; null when it can. */
function findMountProblem(): string | null {
  const { status } = spawnSync('unshare', ['-m', 'true'])
  return status === 0 ? null : 'only root can mount, and not in every container'
}
export const mountProblem = findMountProblem()

/** A file system of four megabytes. */
export function mountSmall(path: string): Disposable {
  mkdirSync(path)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=0700', 'tmpfs', path])
  return { [Symbol.dispose]: () => void execFileSync('umount', ['-l', path]) }
}

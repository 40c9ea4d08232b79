import { accessSync, constants, existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Holds a process to a share of one processor, as a machine of its own would. */
export type CpuGroup = Disposable & {
  /** The share, in all its threads; null for as much as it gets. */
  limit(share: number | null): void
}

/** The mount of the controller `cpu`, version 1 of control groups. */
const root = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct'].find((folder) =>
  existsSync(join(folder, 'cpu.cfs_quota_us')),
)

/** Why no process can be held here, or null. */
export const noCpuGroups: string | null = isWritable()
  ? null
  : 'only root can hold a server to a share of a processor, through control groups of version 1'

function isWritable(): boolean {
  try {
    if (root) accessSync(root, constants.W_OK)
    return root !== undefined
  } catch {
    return false
  }
}

/** Microseconds; short, so that a server that used its share waits a few milliseconds for the next. */
const period = 10_000

/** A group for one process, to be disposed of after the process ended. It is in the group only while it is held. */
export function cpuGroupOf(pid: number): CpuGroup {
  const all = root as string
  const folder = join(all, `strongroom-bench-${pid}`)
  const set = (name: string, value: number) => writeFileSync(join(folder, name), `${value}`)
  mkdirSync(folder)
  set('cpu.cfs_period_us', period)
  return {
    limit(share) {
      if (share !== null) set('cpu.cfs_quota_us', share * period)
      writeFileSync(join(share === null ? all : folder, 'cgroup.procs'), `${pid}`)
    },
    [Symbol.dispose]: () => rmdirSync(folder),
  }
}

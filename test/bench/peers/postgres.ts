import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../harness/free-port.ts'
import type { ChildServer } from '../child-server.ts'

export type Postgres = AsyncDisposable & {
  readonly url: string
  readonly version: string
  readonly pid: number
  /** Runs SQL, and answers what it prints. */
  sql(script: string): string
  /** Copies a file of CSV into a table. */
  copy(table: string, file: string): void
}

/** The newest PostgreSQL that is installed, as Debian and its like put it. */
const programs = (): string | undefined => {
  const found = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  return found.length > 0 ? dirname(found.at(-1) as string) : undefined
}

/** Why PostgreSQL cannot be measured, or null. */
export const postgresFault = (): string | null =>
  programs() ? null : 'PostgreSQL is not installed (on Debian: apt-get install postgresql)'

/** PostgreSQL does not run as root. */
function ordinaryUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** As its documentation advises for a machine that has other work: a quarter of 2 GB of memory. */
const settings = ['shared_buffers=512MB', 'work_mem=64MB', 'max_wal_size=4GB', 'listen_addresses=127.0.0.1']

/** A new cluster on loopback, removed at the end of its scope. */
export async function startPostgres(): Promise<Postgres> {
  const bin = programs() as string
  const user = ordinaryUser()
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-postgres-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid as number)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    cwd: '/',
  })
  const port = await freePort()
  const options = [...settings, `port=${port}`, `unix_socket_directories=${folder}`].flatMap((option) => ['-c', option])
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...options], { ...user, cwd: '/', stdio: 'ignore' })
  const url = `postgres://bench@127.0.0.1:${port}/postgres`
  const psql = (args: readonly string[], input?: string) =>
    execFileSync(join(bin, 'psql'), ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', ...args, url], {
      input,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  while (!isUp(() => psql(['-c', 'SELECT 1']))) await wait(200)
  return {
    url,
    version: psql(['-c', 'SHOW server_version']).trim(),
    pid: server.pid as number,
    sql: (script) => psql(['-f', '-'], script),
    copy: (table, file) => void psql(['-c', `\\copy ${table} FROM '${file}' WITH (FORMAT csv)`]),
    [Symbol.asyncDispose]: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function isUp(ask: () => unknown): boolean {
  try {
    ask()
    return true
  } catch {
    return false
  }
}

/** CPU time of the child processes of a process and of itself, microseconds. */
export function cpuOfFamily(pid: number): number {
  const family = [`${pid}`, ...childrenOf(pid)]
  return family.reduce((sum, member) => sum + scheduled(member), 0)
}

const childrenOf = (pid: number): readonly string[] =>
  globSync(`/proc/${pid}/task/*/children`).flatMap((file) => readFileSync(file, 'utf8').split(' ').filter(Boolean))

function scheduled(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000
  } catch {
    return 0
  }
}

/** A server whose work is partly done by PostgreSQL. */
export const withCpuOf = ({ pid }: Postgres, server: ChildServer): ChildServer => ({
  ...server,
  cpu: () => {
    const { mainThread, allThreads } = server.cpu()
    const postgres = cpuOfFamily(pid)
    return { mainThread: mainThread + postgres, allThreads: allThreads + postgres }
  },
})

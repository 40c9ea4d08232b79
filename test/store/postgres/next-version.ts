import { readdirSync } from 'node:fs'
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../harness/cli.ts'

const migrations = 'server/store/postgres/migrations'

/** The last step of the schema of this version, and of those that the next one adds. */
const last = readdirSync(join(root, migrations)).length
export const nextSteps = { adds: last + 1, indexes: last + 2, removes: last + 3 } as const

const named = (step: number, name: string) => `${String(step).padStart(3, '0')}-${name}.sql`

/** Each kind of change that a version may make; what goes is an index that this version uses. */
const files = {
  [named(nextSteps.adds, 'adds')]: `
    ALTER TABLE custodians ADD COLUMN region text;
    ALTER TABLE rotations ADD COLUMN ticket text;
    ALTER TABLE tokens ADD COLUMN team text NOT NULL DEFAULT '';
    ALTER TABLE audit ADD COLUMN note text;
    CREATE TABLE regions (region text PRIMARY KEY);`,
  [named(nextSteps.indexes, 'indexes')]: `-- Not in a transaction.
    CREATE INDEX CONCURRENTLY IF NOT EXISTS rotations_by_ticket ON rotations (ticket);`,
  [named(nextSteps.removes, 'removes')]: `-- Needs servers that know step ${nextSteps.indexes}.
    DROP INDEX rotations_by_end;`,
}

/** Puts the sources of the next version into a folder; answers its program. */
export async function writeNextVersion(folder: string): Promise<string> {
  for (const part of ['server', 'shared', 'package.json'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  // Without the folder of compiled programs, which are of this version.
  const packages = (await readdir(join(root, 'node_modules'))).filter((name) => name !== '.cache')
  await mkdir(join(folder, 'node_modules'))
  for (const name of packages) await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  for (const [name, sql] of Object.entries(files))
    await writeFile(join(folder, migrations, name), sql.replace(/^ {4}/gm, ''))
  return join(folder, 'server/main.mjs')
}

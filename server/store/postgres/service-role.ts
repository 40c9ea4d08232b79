import { DataFolderError } from '../../platform/data-folder-error.ts'
import type { Database, SqlQuery } from './connection.ts'
import { inTransaction } from './transact.ts'

/** What a server may do in each table; with all others it may do everything but change or empty them as a whole. */
const exceptions: readonly (readonly [table: string, privileges: string])[] = [
  ['audit', 'SELECT, INSERT'],
  ['schema_steps', 'SELECT'],
  ['audit_head', 'SELECT, UPDATE'],
  ['installation', 'SELECT, UPDATE'],
  ['locks', 'SELECT, UPDATE'],
  ['write_tests', 'SELECT, UPDATE'],
  ['transaction_sources', 'SELECT, INSERT'],
]

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

type Role = { readonly is_super: boolean; readonly is_owner: boolean }

const roleSql = `
  SELECT rolsuper AS is_super, pg_has_role(rolname, (SELECT relowner FROM pg_class WHERE oid = 'audit'::regclass), 'MEMBER') AS is_owner
  FROM pg_roles WHERE rolname = $name`

const refusal = (reason: string, nextStep: string) => new DataFolderError(reason, nextStep, 'database')

async function assertGrantable(query: SqlQuery, name: string): Promise<void> {
  const [role] = await query<Role>(roleSql, { name })
  if (!role) throw refusal(`there is no role "${name}"`, 'Create it with CREATE ROLE, LOGIN and a password.')
  if (role.is_super || role.is_owner)
    throw refusal(
      `role "${name}" may change every table regardless of what is granted, as ${role.is_super ? 'a superuser' : 'their owner'}`,
      'Create a role of its own for the servers, which owns nothing.',
    )
}

/** Lets a role serve: it changes rows, no table, and of the audit it reads and adds records alone. */
export async function grantService(database: Database, name: string): Promise<void> {
  await assertGrantable(database.read, name)
  await inTransaction(
    database,
    async ({ query, command }) => {
      const role = quoted(name)
      const [found] = await query<{ name: string }>('SELECT current_database() AS name')
      await command('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
      await command(`REVOKE TEMPORARY ON DATABASE ${quoted(found?.name ?? '')} FROM PUBLIC`)
      await command(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`)
      await command(`GRANT USAGE ON SCHEMA public TO ${role}`)
      await command(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`)
      for (const [table, privileges] of exceptions) {
        await command(`REVOKE ALL ON ${table} FROM ${role}`)
        await command(`GRANT ${privileges} ON ${table} TO ${role}`)
      }
    },
    { isRepeated: true },
  )
}

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Permission } from '../../shared/permissions.ts'
import { Id } from '../../shared/primitives.ts'
import { permissionsOf, Role, rolesOf, scopeOf } from '../../shared/roles.ts'

/** What someone may do, and for which tenant. */
export type Granted = { readonly permissions: Permission[]; readonly tenantId: Id | null }

const grant = {
  role: Role,
  tenant: Id.nullable().default(null).describe('the one tenant it is for; null for the whole platform'),
}

const fits = ({ role, tenant }: { role: Role; tenant: Id | null }) =>
  rolesOf(scopeOf({ tenantId: tenant })).includes(role)
const otherScope = { error: 'has a role for the other scope: see tenant' }

const RolesFile = z.strictObject({
  groups: z.array(z.strictObject({ group: z.string().min(1), ...grant }).refine(fits, otherScope)).default([]),
  serviceAccounts: z
    .array(z.strictObject({ subject: z.string().min(1), ...grant }).refine(fits, otherScope))
    .default([]),
})
type RolesFile = z.infer<typeof RolesFile>

/** The file cannot be read, or is not what it has to be; `message` names the place. */
export class RolesFileError extends Error {}

/** Reads the roles of groups and service accounts. */
export function readRoles(file: string): RolesFile {
  const roles = RolesFile.safeParse(jsonIn(file))
  if (roles.success) return roles.data
  const [{ path, message }] = roles.error.issues as [z.core.$ZodIssue]
  throw new RolesFileError(`${file}: ${[...path, message].join(' ')}`)
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? 'is not JSON' : `cannot be read (${(error as NodeJS.ErrnoException).code})`
    throw new RolesFileError(`${file}: ${reason}`)
  }
}

type Row = { readonly role: Role; readonly tenant: Id | null }

/**
 * A token is for one tenant or for the platform: the first row that matches decides which, and the rows that match and are
 * for the same add their permissions. null where none matches.
 */
function grantedBy(rows: readonly Row[]): Granted | null {
  const [first] = rows
  if (!first) return null
  const scope = scopeOf({ tenantId: first.tenant })
  const same = rows.filter(({ tenant }) => tenant === first.tenant)
  const permissions = [...new Set(same.flatMap(({ role }) => permissionsOf(role, scope)))]
  return { permissions, tenantId: first.tenant }
}

export const grantedToGroups = ({ groups }: RolesFile, of: readonly string[]): Granted | null =>
  grantedBy(groups.filter(({ group }) => of.includes(group)))

export const grantedToAccount = ({ serviceAccounts }: RolesFile, subject: string): Granted | null =>
  grantedBy(serviceAccounts.filter((account) => account.subject === subject))

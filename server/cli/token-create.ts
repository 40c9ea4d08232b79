import { type Command, Option } from 'commander'
import type { Failure } from '../../shared/failure.ts'
import { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import { permissionsOf, Role, roleOf, rolesOf, type Scope, scopeOf } from '../../shared/roles.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import { type IssuedToken, issueToken, type TokenRequest } from '../access/issue-token.ts'
import type { TokenRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { AddressRange } from '../text/address-ranges.ts'
import { actorOf } from './actor.ts'
import { CommandError, usageError } from './command-error.ts'
import { exitCodes } from './exit-codes.ts'
import { withStore } from './folder.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, idAsNumber, note } from './output.ts'
import {
  addAddressRanges,
  addPermission,
  parseDuration,
  parseId,
  parseOwner,
  parseRole,
  parseTokenName,
} from './parse.ts'

type Given = GivenFolder & {
  readonly name: string
  readonly owner?: string
  readonly role?: Role
  readonly permission?: readonly Permission[]
  readonly all?: boolean
  readonly tenant?: Id
  readonly allowFrom?: readonly AddressRange[]
  readonly expiresIn: number
  readonly replace?: boolean
}

function grantedBy({ role, permission = [], all = false, tenant }: Given): readonly Permission[] {
  const isNamed = role !== undefined || permission.length > 0
  if (all && isNamed)
    throw usageError('--all grants every permission already', 'Omit --all, or omit --role and --permission.')
  if (!all && !isNamed)
    throw usageError(
      'a token needs a role or permissions',
      `Name a role with --role (${Role.options.join(', ')}), or each permission with --permission.`,
    )
  if (all) return Permission.options
  const ofRole = role ? permissionsOf(role, assertScope(role, tenant ?? null)) : []
  return [...new Set([...ofRole, ...permission])]
}

function assertScope(role: Role, tenantId: Id | null): Scope {
  const scope = scopeOf({ tenantId })
  if (rolesOf(scope).includes(role)) return scope
  throw usageError(
    `the role ${role} is for ${scope === 'tenant' ? 'the whole platform' : 'one tenant'}`,
    scope === 'tenant' ? 'Omit --tenant, or choose tenant-administrator.' : 'Name the tenant with --tenant.',
  )
}

async function assertTenant(store: Store, tenantId: Id | null): Promise<void> {
  if (tenantId === null || (await store.findTenant(tenantId))) return
  const tenants = await store.listTenants(null)
  const known = tenants.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new CommandError(`there is no tenant ${tenantId}`, {
    nextStep: known ? `Known tenants: ${known}.` : 'There are none yet. Import tenants first.',
    exitCode: exitCodes.notFound,
  })
}

const toJson = (
  { token, tokenId, expiresAt }: IssuedToken,
  { name, owner = null, permissions, tenantId, allowedFrom }: TokenRequest,
) => ({
  token,
  tokenId: idAsNumber(tokenId),
  name,
  owner,
  permissions,
  role: roleOf({ permissions, tenantId }),
  tenantId: tenantId && idAsNumber(tenantId),
  allowedFrom,
  expiresAt: timestampOf(expiresAt),
})

function nameTaken(name: string, by: TokenRecord): CommandError {
  const isSame = by.name === name
  return new CommandError(
    `token ${by.tokenId} ${isSame ? 'has' : `"${by.name}" looks like`} the name "${name}" and is valid`,
    {
      nextStep: isSame ? 'Choose another name, or add --replace to revoke that token.' : 'Choose another name.',
      exitCode: exitCodes.failed,
    },
  )
}

const refused = ({ code, info }: Failure) =>
  new CommandError(`the token was not created: ${info.join('; ')}`, {
    nextStep:
      code === 'Frozen'
        ? 'Thaw it first: "strongroom thaw --help".'
        : 'Enable the tenant first, with an administrator token.',
    exitCode: exitCodes.failed,
  })

async function createToken(given: Given): Promise<void> {
  const permissions = grantedBy(given)
  const options = folderOptionsOf(given)
  const {
    name,
    owner = null,
    tenant: tenantId = null,
    allowFrom: allowedFrom = null,
    expiresIn: lifetimeMs,
    replace = false,
  } = given
  const request = {
    name,
    owner,
    permissions,
    tenantId,
    allowedFrom,
    lifetimeMs,
    replace,
    actor: actorOf('token create'),
  }
  const issued = await withStore(options, async (store) => {
    await assertTenant(store, tenantId)
    return issueToken(store, request)
  })
  if (issued.kind === 'refused') throw refused(issued.failure)
  if (issued.kind === 'name-taken') throw nameTaken(name, issued.by)
  answer(options, toJson(issued, request), () => issued.token)
  const until = timestampOf(issued.expiresAt)
  note(`Token ${issued.tokenId} "${name}" is valid until ${until}. It is shown only once.`)
}

export const addTokenCreate = (token: Command): void =>
  void withFolderOptions(token.command('create'))
    .requiredOption('--name <name>', 'name of the holder in the audit log; unique among valid tokens', parseTokenName)
    .option('--owner <text>', 'who the token belongs to, such as an email address', parseOwner)
    .option('--replace', 'revoke the valid token of that name at the same time')
    .option('--role <role>', `grant the permissions of this role: ${Role.options.join(', ')}`, parseRole)
    .option(
      '--permission <permission>',
      `grant this permission, repeatable, also in addition to a role: ${Permission.options.join(', ')}`,
      addPermission,
    )
    .option('--all', 'grant every permission')
    .option(
      '--tenant <id>',
      'restrict the token to this tenant; without it, the token belongs to a platform administrator',
      parseId,
    )
    .option(
      '--allow-from <range>',
      'accept the token only from this address or CIDR range, such as 10.0.0.0/8; repeatable',
      addAddressRanges,
    )
    .addOption(
      new Option('--expires-in <duration>', 'lifetime, such as 30d, 12h or 45m')
        .argParser(parseDuration)
        .default(parseDuration('90d'), '90d'),
    )
    .action(createToken)

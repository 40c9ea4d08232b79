import type { Command } from 'commander'
import { roleOf } from '../../shared/roles.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import { namesakes } from '../access/token-names.ts'
import type { TokenRecord } from '../store/records.ts'
import { withExistingStore } from './folder.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, idAsNumber, note } from './output.ts'
import { table } from './table.ts'

const stateOf = ({ revokedAt, expiresAt }: TokenRecord): 'revoked' | 'expired' | 'valid' => {
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= Date.now() ? 'expired' : 'valid'
}

/** Warnings about names that several valid tokens of earlier versions share. */
function noteNamesakes(tokens: readonly TokenRecord[]): void {
  for (const group of namesakes(tokens.filter((token) => stateOf(token) === 'valid'))) {
    const ids = group.map(({ tokenId }) => tokenId).join(', ')
    note(`Tokens ${ids} share the name "${group[0]?.name}": the audit log distinguishes them only by ID. Revoke by ID.`)
  }
}

/** A token as the commands print it; never the token itself, which is not stored. */
export const tokenToJson = (token: TokenRecord) => ({
  tokenId: idAsNumber(token.tokenId),
  name: token.name,
  permissions: token.permissions,
  role: roleOf(token),
  tenantId: token.tenantId && idAsNumber(token.tenantId),
  allowedFrom: token.allowedFrom,
  createdAt: timestampOf(token.createdAt),
  expiresAt: timestampOf(token.expiresAt),
  revokedAt: token.revokedAt === null ? null : timestampOf(token.revokedAt),
  state: stateOf(token),
})

const toRow = (token: TokenRecord) => [
  token.tokenId,
  token.name,
  stateOf(token),
  token.tenantId ?? 'platform',
  timestampOf(token.expiresAt),
  token.allowedFrom?.join(' ') ?? 'anywhere',
  roleOf(token) ?? token.permissions.join(' '),
]

async function listTokens(given: GivenFolder): Promise<void> {
  const options = folderOptionsOf(given)
  const tokens = await withExistingStore(options, (store) => store.listTokens())
  const header = ['ID', 'NAME', 'STATE', 'TENANT', 'EXPIRES', 'ALLOWED FROM', 'ROLE OR PERMISSIONS']
  answer(options, tokens.map(tokenToJson), () => table([header, ...tokens.map(toRow)]))
  noteNamesakes(tokens)
}

export const addTokenList = (token: Command): void =>
  void withFolderOptions(
    token.command('list').description('list all tokens, including revoked and expired ones'),
  ).action(listTokens)

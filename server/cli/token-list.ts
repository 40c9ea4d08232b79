import type { Command } from 'commander'
import { roleOf } from '../../shared/roles.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import { tokenStateOf } from '../access/administer-tokens.ts'
import { namesakes } from '../access/token-names.ts'
import type { ListedToken, TokenRecord } from '../store/records.ts'
import { withExistingStore } from './folder.ts'
import { folderOptionsOf, type GivenFolder, withFolderOptions } from './options.ts'
import { answer, idAsNumber, note } from './output.ts'
import { parseDuration } from './parse.ts'
import { table } from './table.ts'

const stateOf = (token: TokenRecord) => tokenStateOf(token, Date.now())

/** Warnings about names that several valid tokens of earlier versions share. */
function noteNamesakes(tokens: readonly TokenRecord[]): void {
  for (const group of namesakes(tokens.filter((token) => stateOf(token) === 'valid'))) {
    const ids = group.map(({ tokenId }) => tokenId).join(', ')
    note(`Tokens ${ids} share the name "${group[0]?.name}": the audit log distinguishes them only by ID. Revoke by ID.`)
  }
}

/** A token as the commands print it; never the token itself, which is not stored. */
export const tokenToJson = (token: TokenRecord & Partial<ListedToken>) => ({
  tokenId: idAsNumber(token.tokenId),
  name: token.name,
  owner: token.owner,
  permissions: token.permissions,
  role: roleOf(token),
  tenantId: token.tenantId && idAsNumber(token.tenantId),
  allowedFrom: token.allowedFrom,
  createdAt: timestampOf(token.createdAt),
  expiresAt: timestampOf(token.expiresAt),
  revokedAt: token.revokedAt === null ? null : timestampOf(token.revokedAt),
  disabledAt: token.disabledAt === null ? null : timestampOf(token.disabledAt),
  ...('lastUsedAt' in token && {
    lastUsedAt: token.lastUsedAt ? timestampOf(token.lastUsedAt) : null,
    lastUsedFrom: token.lastUsedFrom,
  }),
  state: stateOf(token),
})

const toRow = (token: ListedToken) => [
  token.tokenId,
  token.name,
  token.owner ?? '-',
  stateOf(token),
  token.tenantId ?? 'platform',
  timestampOf(token.expiresAt),
  token.lastUsedAt === null ? 'never' : `${timestampOf(token.lastUsedAt)} ${token.lastUsedFrom}`,
  token.allowedFrom?.join(' ') ?? 'anywhere',
  roleOf(token) ?? token.permissions.join(' '),
]

type Given = GivenFolder & { readonly expiring?: number }

/** Valid tokens that expire within so many milliseconds. */
const isExpiring = (token: TokenRecord, withinMs: number): boolean =>
  stateOf(token) === 'valid' && token.expiresAt <= Date.now() + withinMs

async function listTokens({ expiring, ...given }: Given): Promise<void> {
  const options = folderOptionsOf(given)
  const all = await withExistingStore(options, (store) => store.listTokens())
  const tokens = expiring === undefined ? all : all.filter((token) => isExpiring(token, expiring))
  const header = [
    'ID',
    'NAME',
    'OWNER',
    'STATE',
    'TENANT',
    'EXPIRES',
    'LAST USED',
    'ALLOWED FROM',
    'ROLE OR PERMISSIONS',
  ]
  answer(options, tokens.map(tokenToJson), () => table([header, ...tokens.map(toRow)]))
  noteNamesakes(tokens)
}

export const addTokenList = (token: Command): void =>
  void withFolderOptions(
    token
      .command('list')
      .option('--expiring <duration>', 'only valid tokens that expire within this time, such as 14d', parseDuration),
  ).action(listTokens)

import { Badge, Group, Text } from '@mantine/core'
import { Ban, CircleCheck, CircleHelp, CirclePause, CirclePlay, CircleX, Hourglass, Pencil } from 'lucide-react'
import { type OperatorToken, TokenState } from '../../../../../shared/token-administration.ts'
import { isKnown } from '../../../../bridge/new-words.ts'
import { Moment } from '../../../parts/moment.tsx'
import { NameText, nameText, PlainText } from '../../../parts/plain-text.tsx'
import { RowIcons } from '../../../parts/row-icons.tsx'
import { RowTable } from '../../../parts/row-table.tsx'
import { StatusBadge, type StatusLook } from '../../../parts/status-badge.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { type TokenQuestion, type TokenStatus, tokenStatus } from './token-rows.ts'

const columns = [
  { id: 'name', width: 140, grows: true },
  { id: 'role', width: 168 },
  { id: 'scope', width: 128 },
  { id: 'state', width: 144 },
  { id: 'actions', width: 104 },
  { id: 'expires', width: 124 },
  { id: 'lastUse', width: 124 },
] as const

/** What a token is called by what it may do: its role, or how many permissions it has. */
export function useRoleTitle(): (token: Pick<OperatorToken, 'role' | 'permissions'>) => string {
  const { t } = useTranslation('administration')
  return ({ role, permissions }) =>
    role === null ? t('tokens.single', { count: permissions.length }) : t(`tokens.roles.${role}`)
}

type TokensTableProps = {
  readonly tokens: readonly OperatorToken[]
  readonly tenantNames: ReadonlyMap<string, string>
  readonly onAsk: ((question: TokenQuestion) => void) | null
}

export function TokensTable({ tokens, tenantNames, onAsk }: TokensTableProps) {
  const { t } = useTranslation('administration')
  const titleOf = (id: (typeof columns)[number]['id']) =>
    id === 'name' || id === 'actions' ? t(id) : t(`tokens.columns.${id}`)
  return (
    <RowTable
      label={t('parts.tokens')}
      columns={columns.map((column) => ({ ...column, title: titleOf(column.id) }))}
      rows={tokens}
      keyOf={({ id }) => id}
    >
      {(token) => <TokenCells token={token} tenant={tenantNames.get(token.tenantId ?? '')} onAsk={onAsk} />}
    </RowTable>
  )
}

type TokenCellsProps = Pick<TokensTableProps, 'onAsk'> & {
  readonly token: OperatorToken
  readonly tenant: string | undefined
}

function TokenCells({ token, tenant, onAsk }: TokenCellsProps) {
  const { t } = useTranslation('administration')
  const roleTitle = useRoleTitle()
  return (
    <>
      <th scope="row">
        <Group gap="0 8px">
          <NameText name={token.name} />
          {token.isOwn && (
            <Badge size="sm" variant="default" flex="none">
              {t('tokens.own')}
            </Badge>
          )}
        </Group>
        {token.owner != null && (
          <Text size="xs" c="dimmed" truncate title={nameText(token.owner)}>
            {t('tokens.ownedBy', { owner: nameText(token.owner) })}
          </Text>
        )}
      </th>
      <td title={token.permissions.join(', ')}>{roleTitle(token)}</td>
      <td>
        {token.tenantId === null ? t('tokens.platform') : <PlainText text={tenant ?? token.tenantId} isOneLine />}
        {token.allowedFrom && (
          <Text size="xs" c="dimmed" truncate title={token.allowedFrom.join(', ')}>
            {t('tokens.onlyFrom', { addresses: token.allowedFrom.join(', ') })}
          </Text>
        )}
      </td>
      <td>
        <TokenStatusBadge token={token} />
      </td>
      <td>{onAsk && <TokenActions token={token} onAsk={onAsk} />}</td>
      <td>
        <Moment at={token.expiresAt} isRelative size="sm" />
      </td>
      <td>
        <LastUse token={token} />
      </td>
    </>
  )
}

const looks: Readonly<Record<TokenStatus, StatusLook>> = {
  valid: { icon: CircleCheck, colour: 'teal' },
  soon: { icon: Hourglass, colour: 'orange' },
  disabled: { icon: CirclePause, colour: 'gray' },
  expired: { icon: CircleX, colour: 'gray' },
  revoked: { icon: Ban, colour: 'gray' },
}

/** One that this console does not know keeps its word. */
const unknown = { icon: CircleHelp, colour: 'gray' }

function TokenStatusBadge({ token }: { readonly token: OperatorToken }) {
  const { t } = useTranslation('administration')
  const status = tokenStatus(token, Date.now())
  if (status !== 'soon' && !isKnown(TokenState, status))
    return (
      <StatusBadge look={unknown} title={t('custodians:stateMeaning.unknown')}>
        {status}
      </StatusBadge>
    )
  return (
    <StatusBadge look={looks[status]} title={t(`tokens.stateMeaning.${status}`)}>
      {status === 'soon' ? t('tokens.soon') : t(`tokens.states.${status}`)}
    </StatusBadge>
  )
}

function LastUse({ token: { lastUsedAt, lastUsedFrom } }: { readonly token: OperatorToken }) {
  const { t } = useTranslation('administration')
  if (lastUsedAt === null) return t('tokens.never')
  return (
    <span title={lastUsedFrom === null ? lastUsedAt : t('tokens.from', { when: lastUsedAt, address: lastUsedFrom })}>
      <Moment at={lastUsedAt} isRelative size="sm" />
      {lastUsedFrom !== null && (
        <Text size="xs" c="dimmed" truncate>
          {lastUsedFrom}
        </Text>
      )}
    </span>
  )
}

const icons = { edit: Pencil, disable: CirclePause, enable: CirclePlay, revoke: Ban } as const

/** What can be done with a token in this state; one that has ended stays as it is. */
const actions: Partial<Record<OperatorToken['state'], readonly TokenQuestion['kind'][]>> = {
  valid: ['edit', 'disable', 'revoke'],
  disabled: ['enable', 'revoke'],
}

type TokenActionsProps = { readonly token: OperatorToken; readonly onAsk: (question: TokenQuestion) => void }

function TokenActions({ token, onAsk }: TokenActionsProps) {
  const { t } = useTranslation('administration')
  const name = nameText(token.name)
  const shown = (actions[token.state] ?? []).map((kind) => ({
    kind,
    icon: icons[kind],
    label: t(kind === 'edit' || kind === 'revoke' ? `tokens.${kind}Named` : `objects.${kind}Named`, { name }),
    onPress: () => onAsk({ kind, token }),
  }))
  return <RowIcons icons={shown} />
}

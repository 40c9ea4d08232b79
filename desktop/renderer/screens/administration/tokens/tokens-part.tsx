import { Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type OperatorToken, TokenState } from '../../../../../shared/token-administration.ts'
import { allPages } from '../../../../bridge/all-pages.ts'
import { useTenantNames } from '../../../data/use-custodians.ts'
import { Empty } from '../../../parts/empty.tsx'
import { QueryView } from '../../../parts/query-view.tsx'
import { SearchInput } from '../../../parts/search-input.tsx'
import { CutNotice, ShownCount } from '../../../parts/shown-count.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { api, client } from '../../../session/api.ts'
import { useMay } from '../../../session/session.ts'
import { useProfileState } from '../../../session/use-profile-state.ts'
import { CreateTokenDialog } from './create-token.tsx'
import { EditTokenDialog, RevokeTokenDialog, SwitchTokenDialog } from './token-dialogs.tsx'
import { firstTokensView, type StateFilter, shownTokens, type TokenQuestion } from './token-rows.ts'
import { TokensTable, useRoleTitle } from './tokens-table.tsx'

const useTokens = () =>
  useQuery({
    queryKey: [...api.tokens.listPage.pathKey(), 'all'],
    queryFn: ({ signal }) =>
      allPages((cursor) => client.tokens.listPage.query({ limit: 1000, ...(cursor && { cursor }) }, { signal })),
  })

/** The operator tokens that this one sees, and what it can do with each. */
export function TokensPart() {
  const { t } = useTranslation()
  const query = useTokens()
  const mayWrite = useMay('tokens:write') === true
  const [isCreating, setCreating] = useState(false)
  const [asked, setAsked] = useState<TokenQuestion | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <QueryView query={query}>
        {({ rows, isCut }) => (
          <>
            {isCut && <CutNotice>{t('cut', { count: rows.length })}</CutNotice>}
            <TokenList tokens={rows} onAsk={mayWrite ? setAsked : null} onCreate={() => setCreating(true)} />
          </>
        )}
      </QueryView>
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {asked?.kind === 'edit' && <EditTokenDialog token={asked.token} onClose={close} />}
      {(asked?.kind === 'disable' || asked?.kind === 'enable') && (
        <SwitchTokenDialog token={current(asked.token, query.data?.rows)} verb={asked.kind} onClose={close} />
      )}
      {asked?.kind === 'revoke' && <RevokeTokenDialog token={asked.token} onClose={close} />}
    </>
  )
}

/** The token as it is now, so that a question that is asked again names the current version. */
const current = (token: OperatorToken, tokens: readonly OperatorToken[] = []): OperatorToken =>
  tokens.find(({ id }) => id === token.id) ?? token

const filters: readonly StateFilter[] = [...TokenState.options, 'all']

type TokenListProps = {
  readonly tokens: readonly OperatorToken[]
  /** Null where the token may only look. */
  readonly onAsk: ((question: TokenQuestion) => void) | null
  readonly onCreate: () => void
}

function TokenList({ tokens, onAsk, onCreate }: TokenListProps) {
  const { t } = useTranslation('administration')
  const [view, setView] = useProfileState('tokens', firstTokensView)
  const tenantNames = useTenantNames()
  const roleTitle = useRoleTitle()
  const shown = shownTokens(tokens, view, { tenantNames, roleTitle })
  return (
    <>
      <Group align="center" gap="sm">
        <SearchInput
          label={t('tokens.search')}
          hint={t('tokens.searchHint')}
          value={view.search}
          onChange={(search) => setView({ ...view, search })}
        />
        <NativeSelect
          aria-label={t('tokens.show')}
          value={view.filter}
          onChange={({ currentTarget }) => setView({ ...view, filter: currentTarget.value as StateFilter })}
          data={filters.map((value) => ({ value, label: t(`tokens.states.${value}`) }))}
        />
        <ShownCount shown={shown.length} all={tokens.length} whole={t('tokens.count', { count: tokens.length })} />
        {onAsk && (
          <Button ml="auto" leftSection={<Plus size={16} aria-hidden />} onClick={onCreate}>
            {t('tokens.add')}
          </Button>
        )}
      </Group>
      {shown.length > 0 ? (
        <TokensTable tokens={shown} tenantNames={tenantNames} onAsk={onAsk} />
      ) : (
        <Empty title={t('tokens.none')} hint={t('tokens.noneHint')} />
      )}
    </>
  )
}

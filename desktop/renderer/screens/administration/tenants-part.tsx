import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Tenant } from '../../../../shared/tenants.ts'
import { Empty } from '../../parts/empty.tsx'
import { nameText, PlainText } from '../../parts/plain-text.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { RowTable } from '../../parts/row-table.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { api } from '../../session/api.ts'
import { useSession } from '../../session/session.ts'
import { EnabledBadge } from './enabled-badge.tsx'
import { TenantDialog, type TenantDialogKind } from './tenant-dialogs.tsx'

type Asked = { readonly kind: TenantDialogKind; readonly tenant: Tenant | null }

/** The tenants, and what a platform administrator can do with each. */
export function TenantsPart() {
  const { t } = useTranslation('administration')
  const query = useQuery(api.tenants.list.queryOptions({}))
  const mayWrite = useSession()?.tenant === null
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {query.data && t('tenants.count', { count: query.data.length })}
        </Text>
        {mayWrite ? (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAsked({ kind: 'add', tenant: null })}>
            {t('tenants.add')}
          </Button>
        ) : (
          <Text size="sm">{t('tenants.readOnly')}</Text>
        )}
      </Group>
      <QueryView query={query}>
        {(tenants) =>
          tenants.length > 0 ? (
            <Tenants tenants={tenants} mayWrite={mayWrite} onAsk={(kind, tenant) => setAsked({ kind, tenant })} />
          ) : (
            <Empty title={t('tenants.none')} hint={t('tenants.noneHint')} />
          )
        }
      </QueryView>
      {asked && <TenantDialog {...current(asked, query.data)} tenants={query.data} onClose={() => setAsked(null)} />}
    </>
  )
}

/** The tenant as it is now, so that a question that is asked again names the current version. */
const current = ({ kind, tenant }: Asked, tenants: readonly Tenant[] | undefined): Asked => ({
  kind,
  tenant: tenants?.find(({ id }) => id === tenant?.id) ?? tenant,
})

const columns = [
  { id: 'name', width: 220, grows: true },
  { id: 'id', width: 120 },
  { id: 'state', width: 140 },
  { id: 'actions', width: 300 },
] as const

type TenantsProps = {
  readonly tenants: readonly Tenant[]
  readonly mayWrite: boolean
  readonly onAsk: (kind: TenantDialogKind, tenant: Tenant) => void
}

function Tenants({ tenants, mayWrite, onAsk }: TenantsProps) {
  const { t } = useTranslation('administration')
  return (
    <RowTable
      label={t('parts.tenants')}
      columns={columns.map((column) => ({ ...column, title: t(column.id) }))}
      rows={tenants}
      keyOf={({ id }) => id}
    >
      {(tenant) => (
        <>
          <th scope="row">
            <PlainText text={tenant.name} isOneLine />
          </th>
          <td>{tenant.id}</td>
          <td>
            <EnabledBadge isDisabled={tenant.disabled} />
          </td>
          <td>{mayWrite && <TenantActions tenant={tenant} onAsk={onAsk} />}</td>
        </>
      )}
    </RowTable>
  )
}

const verbOf = (kind: 'rename' | 'disable' | 'enable' | 'delete') =>
  kind === 'rename' ? 'tenants.rename' : (`objects.${kind}` as const)

function TenantActions({ tenant, onAsk }: { readonly tenant: Tenant; readonly onAsk: TenantsProps['onAsk'] }) {
  const { t } = useTranslation('administration')
  const name = nameText(tenant.name)
  const kinds = tenant.disabled ? (['enable', 'delete'] as const) : (['rename', 'disable', 'delete'] as const)
  return (
    <Group gap={6} wrap="nowrap">
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="compact-xs"
          variant="default"
          aria-label={t(`${verbOf(kind)}Named`, { name })}
          onClick={() => onAsk(kind, tenant)}
        >
          {t(verbOf(kind))}
        </Button>
      ))}
    </Group>
  )
}

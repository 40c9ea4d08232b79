import { Button, Group, Select, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { Id } from '../../../../shared/primitives.ts'
import { useTenantNames } from '../../data/use-custodians.ts'
import { goToFirstError } from '../../parts/go-to-first-error.ts'
import { nameText } from '../../parts/plain-text.tsx'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useSession } from '../../session/session.ts'

const idOf = (wrong: string) => z.string().refine((text) => Id.safeParse(text.trim()).success, wrong)

/** Leads a token that may read wallets, but no list of custodians, to the wallets of one that it names. */
export function OpenWallets({ custodianId = '' }: { readonly custodianId?: string }) {
  const { t } = useTranslation('wallets')
  const session = useSession()
  if (!session?.permissions.includes('wallets:read')) return null
  return (
    <Section title={t('open.title')} about={t('open.about')}>
      <Ids key={custodianId} custodianId={custodianId} ownTenant={session.tenant?.id ?? null} />
    </Section>
  )
}

type IdsProps = {
  readonly custodianId: string
  /** The only one whose custodians the token may see, if there is but one. */
  readonly ownTenant: string | null
}

function Ids({ custodianId, ownTenant }: IdsProps) {
  const { t } = useTranslation('wallets')
  const navigate = useNavigate()
  const tenants = useTenantNames()
  const id = idOf(t('open.wrong'))
  const form = useForm({
    initialValues: { tenantId: ownTenant ?? '', custodianId },
    validate: schemaResolver(z.object({ tenantId: id, custodianId: id }), { sync: true }),
  })
  const open = (ids: { readonly tenantId: string; readonly custodianId: string }) =>
    void navigate({
      to: '/tenants/$tenantId/custodians/$custodianId/wallets',
      params: { tenantId: ids.tenantId.trim(), custodianId: ids.custodianId.trim() },
    })
  const data = [...tenants].map(([value, name]) => ({ value, label: `${nameText(name)} (${value})` }))
  const tenant = { label: t(data.length > 0 ? 'tenant' : 'open.tenantId'), w: 260, ...form.getInputProps('tenantId') }
  return (
    <form onSubmit={form.onSubmit(open, goToFirstError)} noValidate>
      <Group align="flex-start" gap="md">
        {data.length > 0 ? (
          <Select data={data} searchable limit={50} allowDeselect={false} {...tenant} />
        ) : (
          <TextInput inputMode="numeric" autoComplete="off" {...tenant} />
        )}
        <TextInput
          label={t('custodianId')}
          inputMode="numeric"
          autoComplete="off"
          w={260}
          {...form.getInputProps('custodianId')}
        />
        <Button type="submit" mt={24}>
          {t('open.go')}
        </Button>
      </Group>
    </form>
  )
}

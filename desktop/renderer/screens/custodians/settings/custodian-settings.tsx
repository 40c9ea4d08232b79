import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AdministeredCustodian } from '../../../../../shared/custodians.ts'
import { useCustodianId } from '../../../data/use-custodians.ts'
import { QueryView } from '../../../parts/query-view.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { api } from '../../../session/api.ts'
import { useMay } from '../../../session/session.ts'
import { CustodianForm } from './custodian-form.tsx'
import { DeleteCustodian, DisableCustodian } from './switch-custodian.tsx'

/** What administrators set of a custodian. */
export function CustodianSettings() {
  const { t } = useTranslation()
  const custodianId = useCustodianId()
  const query = useQuery(api.custodians.get.queryOptions({ custodianId }))
  if (useMay('custodians:write') === false)
    return <Text size="sm">{t('lacks', { permission: 'custodians:write' })}</Text>
  return <QueryView query={query}>{(custodian) => <Settings key={custodian.id} custodian={custodian} />}</QueryView>
}

function Settings({ custodian }: { readonly custodian: AdministeredCustodian }) {
  return (
    <Stack gap="lg" maw={760}>
      <CustodianForm custodian={custodian} />
      <DisableCustodian custodian={custodian} />
      <DeleteCustodian custodian={custodian} />
    </Stack>
  )
}

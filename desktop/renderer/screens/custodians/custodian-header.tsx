import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReadCustodian } from '../../../bridge/new-words.ts'
import { providerTitle } from '../../data/provider-title.ts'
import { useTenantNames } from '../../data/use-custodians.ts'
import { Fact } from '../../parts/facts.tsx'
import { KeyIdText } from '../../parts/key-id-text.tsx'
import { Moment } from '../../parts/moment.tsx'
import { nameText, PlainText } from '../../parts/plain-text.tsx'
import { useWindowTitle } from '../../parts/screen-frame.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { CheckButton, CheckFinding, useCheck } from './check-keys.tsx'
import classes from './custodian-cells.module.css'
import { StateBadge } from './state-badge.tsx'

/** The custodian and the state of its keys, above each of its tabs. */
export function CustodianHeader({ custodian }: { readonly custodian: ReadCustodian }) {
  const check = useCheck(custodian)
  useWindowTitle(nameText(custodian.name))
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="md">
        <Group gap="md">
          <Title order={1} size="h3">
            <PlainText text={custodian.name} />
          </Title>
          <StateBadge state={custodian.state} isDisabled={custodian.disabled} />
        </Group>
        <CheckButton custodian={custodian} check={check} />
      </Group>
      <CustodianFacts custodian={custodian} />
      <CheckFinding check={check} />
    </Stack>
  )
}

function CustodianFacts({ custodian }: { readonly custodian: ReadCustodian }) {
  const { t } = useTranslation('custodians')
  const tenant = useTenantNames().get(custodian.tenantId) ?? custodian.tenantId
  return (
    <Group gap="lg" style={{ rowGap: 4 }}>
      <Fact name={t('columns.provider')}>{providerTitle(custodian.provider)}</Fact>
      <Fact name={t('version')}>{custodian.credentialVersion || t('noKeys')}</Fact>
      <Fact name={t('lastRotated')}>
        {custodian.lastRotatedAt ? <Moment at={custodian.lastRotatedAt} isRelative size="sm" /> : t('never')}
      </Fact>
      <Fact name={t('lastChecked')}>
        {custodian.lastCheckedAt ? <Moment at={custodian.lastCheckedAt} isRelative size="sm" /> : t('never')}
      </Fact>
      <Fact name={t('activeKey')}>
        <KeyIdText id={custodian.keyId} />
      </Fact>
      {custodian.credentialVersion > 1 && <PreviousKey custodian={custodian} />}
      <Fact name={t('columns.tenant')}>
        <PlainText text={tenant} />
      </Fact>
    </Group>
  )
}

/** The key to revoke at the provider, where that has not been done. */
function PreviousKey({ custodian }: { readonly custodian: ReadCustodian }) {
  const { t } = useTranslation('custodians')
  return (
    <Fact name={t('previousKey')}>
      <Text span size="sm" ff="monospace" className={classes.key ?? ''}>
        <KeyIdText id={custodian.previousKeyId} />
      </Text>
    </Fact>
  )
}

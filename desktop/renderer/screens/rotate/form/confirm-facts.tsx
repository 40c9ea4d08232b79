import { Badge, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { providers } from '../../../../../shared/providers.ts'
import { Facts } from '../../../parts/facts.tsx'
import { PlainText } from '../../../parts/plain-text.tsx'
import { useActiveProfile } from '../../../session/console-state.ts'
import type { Rotatable } from '../rotatable.ts'

/** Which custodian, at which provider, on which server of which environment. */
export function ConfirmFacts({ custodian }: { readonly custodian: Rotatable }) {
  const { t } = useTranslation('rotate')
  const profile = useActiveProfile()
  const facts: (readonly [string, ReactNode])[] = [
    [t('facts.custodian'), <PlainText key="custodian" text={custodian.name} />],
    [t('facts.provider'), providers[custodian.provider].title],
  ]
  if (profile)
    facts.push(
      [
        t('facts.server'),
        <Group key="server" gap="xs">
          {profile.name}
          <Text span size="xs" c="dimmed" ff="monospace">
            {profile.url}
          </Text>
        </Group>,
      ],
      [
        t('facts.environment'),
        <Badge key="environment" color={profile.environment.colour} variant="filled" autoContrast>
          {profile.environment.label}
        </Badge>,
      ],
    )
  return <Facts facts={facts} />
}

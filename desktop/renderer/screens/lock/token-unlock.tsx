import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { KnownProfile } from '../../../bridge/state.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import type { Unlock } from './use-unlock.ts'

type TokenUnlockProps = { readonly profile: KnownProfile; readonly unlock: Unlock; readonly isOnlyWay: boolean }

/** The operator token of the profile, which main takes from the clipboard or a file. */
export function TokenUnlock({ profile, unlock, isOnlyWay }: TokenUnlockProps) {
  const { t } = useTranslation('lock')
  const { tryKey, isPending, way } = unlock
  const { name } = profile
  return (
    <Stack gap="sm">
      <Stack gap={2}>
        <Text size="sm" fw={500}>
          {t(isOnlyWay ? 'withToken' : 'orToken', { name })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('tokenHint')}
        </Text>
      </Stack>
      <Group gap="xs" grow preventGrowOverflow={false}>
        <BusyButton
          variant={isOnlyWay ? 'filled' : 'default'}
          autoFocus={isOnlyWay}
          loading={isPending && way === 'clipboard'}
          onClick={() => tryKey({ do: 'unlock-with', source: 'clipboard' })}
        >
          {t('fromClipboard')}
        </BusyButton>
        <BusyButton
          variant="default"
          loading={isPending && way === 'file'}
          onClick={() => tryKey({ do: 'unlock-with', source: 'file' })}
        >
          {t('fromFile')}
        </BusyButton>
      </Group>
    </Stack>
  )
}

import { Alert, Stack, Text } from '@mantine/core'
import { CircleMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { providers } from '../../../../../shared/providers.ts'
import type { Done } from '../progress/ending.ts'
import type { Rotatable } from '../rotatable.ts'
import { OutcomeTrace } from './outcome-trace.tsx'

type UnchangedOutcomeProps = { readonly custodian: Rotatable; readonly done: Done }

/** The pair that was given is the one in force. */
export function UnchangedOutcome({ custodian, done }: UnchangedOutcomeProps) {
  const { t } = useTranslation('rotate')
  const provider = providers[custodian.provider].title
  return (
    <Alert color="blue" variant="light" role="alert" title={t('unchanged.title')} icon={<CircleMinus aria-hidden />}>
      <Stack gap="sm">
        <Text size="sm">{t('unchanged.meaning', { provider })}</Text>
        <Text size="sm">{t('unchanged.next', { provider })}</Text>
        <OutcomeTrace trace={done.trace} />
      </Stack>
    </Alert>
  )
}

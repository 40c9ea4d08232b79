import { Alert, Stack, Text } from '@mantine/core'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../../parts/failure-notice.tsx'
import { PlainText } from '../../../parts/plain-text.tsx'
import { TraceIds } from '../../../parts/trace-ids.tsx'
import { isDefinite } from '../progress/ending.ts'
import type { Validation } from '../progress/run-rotation.ts'
import { causeOf } from './cause.ts'
import { ReasonLines } from './reason-lines.tsx'

type ValidationResultProps = { readonly validation: Validation; readonly provider: string }

/** What the provider says of the pair; whatever it says, nothing was stored. */
export function ValidationPanel({ validation, provider }: ValidationResultProps) {
  const { t } = useTranslation('rotate')
  const textOf = useFailureText()
  if (!('failure' in validation)) {
    const { isAccepted, message, trace } = validation
    return (
      <Alert
        color={isAccepted ? 'teal' : 'gray'}
        variant="light"
        title={t(isAccepted ? 'valid.title' : 'valid.notKnown', { provider })}
        icon={isAccepted ? <CircleCheck aria-hidden /> : <CircleHelp aria-hidden />}
      >
        <Stack gap="xs">
          <PlainText text={message} />
          <Text size="sm" fw={600}>
            {t('valid.stored')}
          </Text>
          <TraceIds trace={trace} />
        </Stack>
      </Alert>
    )
  }
  const { failure } = validation
  return (
    <Alert
      color="red"
      variant="light"
      title={t(`cause.${causeOf(failure)}`, { provider })}
      icon={<CircleAlert aria-hidden />}
    >
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {t('valid.stored')}
        </Text>
        <Text size="sm" component="div">
          <PlainText text={isDefinite(failure) ? textOf(failure) : t('valid.noAnswer')} />
        </Text>
        <ReasonLines lines={failure.info} />
        <TraceIds trace={failure} />
      </Stack>
    </Alert>
  )
}

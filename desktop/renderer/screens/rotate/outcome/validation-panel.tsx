import { Alert, Stack, Text } from '@mantine/core'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { FailureLines } from '../../../parts/failure-lines.tsx'
import { useFailureText } from '../../../parts/failure-notice.tsx'
import { PlainText } from '../../../parts/plain-text.tsx'
import { TraceIds } from '../../../parts/trace-ids.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { isDefinite } from '../progress/rotation-result.ts'
import type { Validation } from '../progress/run-rotation.ts'
import { causeOf } from './cause.ts'

type ValidationResultProps = { readonly validation: Validation; readonly provider: string }

/** What the provider says of the credentials; nothing was stored in any case. */
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
        <FailureLines failure={failure} />
        <TraceIds trace={failure} />
      </Stack>
    </Alert>
  )
}

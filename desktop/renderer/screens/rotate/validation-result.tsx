import { Alert, Stack, Text } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FailureIds } from '../../parts/failure-ids.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { causeOf } from './cause.ts'
import { isDefinite } from './ending.ts'
import { ReasonLines } from './reason-lines.tsx'
import type { Validation } from './validate.ts'

type ValidationResultProps = { readonly validation: Validation; readonly provider: string }

/** What the provider says of the pair; whatever it says, nothing was stored. */
export function ValidationResult({ validation, provider }: ValidationResultProps) {
  const { t } = useTranslation(['rotate'])
  const textOf = useFailureText()
  if (!('failure' in validation))
    return (
      <Alert
        color="teal"
        variant="light"
        title={t('rotate:valid.title', { provider })}
        icon={<CircleCheck aria-hidden />}
      >
        <Stack gap="xs">
          <PlainText text={validation.message} />
          <Text size="sm" fw={600}>
            {t('rotate:valid.stored')}
          </Text>
        </Stack>
      </Alert>
    )
  const { failure } = validation
  return (
    <Alert
      color="red"
      variant="light"
      title={t(`rotate:cause.${causeOf(failure)}`, { provider })}
      icon={<CircleAlert aria-hidden />}
    >
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {t('rotate:valid.stored')}
        </Text>
        <Text size="sm" component="div">
          <PlainText text={isDefinite(failure) ? textOf(failure) : t('rotate:valid.noAnswer')} />
        </Text>
        <ReasonLines lines={failure.info} />
        <FailureIds {...failure} />
      </Stack>
    </Alert>
  )
}

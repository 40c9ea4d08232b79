import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { BusyButton } from '../../../parts/busy-button.tsx'
import { useFailureText } from '../../../parts/failure-notice.tsx'
import { PlainText } from '../../../parts/plain-text.tsx'
import { hasFailed, isDefinite, newOutcomeOf, type Unknown } from '../progress/ending.ts'
import { HistoryLink } from './history-link.tsx'
import { OutcomeTrace } from './outcome-trace.tsx'

type UnknownOutcomeProps = {
  readonly custodianId: string
  readonly unknown: Unknown
  readonly isReading: boolean
  readonly onLook: () => void
  readonly onRepeat: (() => void) | null
}

/** Says that it is not known, and how to know it. */
export function UnknownOutcome({ custodianId, unknown, isReading, onLook, onRepeat }: UnknownOutcomeProps) {
  const { t } = useTranslation(['rotate', 'common'])
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      title={t('rotate:unknown.title')}
      icon={<CircleHelp aria-hidden />}
    >
      <Stack gap="sm">
        <Text fw={700}>{t('rotate:unknown.keys')}</Text>
        <Known unknown={unknown} />
        <Group gap="sm">
          <BusyButton size="xs" onClick={onLook} loading={isReading}>
            {t('rotate:unknown.check')}
          </BusyButton>
          {onRepeat && (
            <Button size="xs" variant="default" onClick={onRepeat} disabled={isReading}>
              {t('rotate:unknown.again')}
            </Button>
          )}
          <HistoryLink custodianId={custodianId} />
        </Group>
        {onRepeat && (
          <Text size="xs" c="dimmed">
            {t('rotate:unknown.againMeaning')}
          </Text>
        )}
        <OutcomeTrace trace={unknown.trace} />
      </Stack>
    </Alert>
  )
}

/** What is known, beside that the outcome is not. */
function Known({ unknown: { failure, rotation } }: Pick<UnknownOutcomeProps, 'unknown'>) {
  const { t } = useTranslation('rotate')
  const textOf = useFailureText()
  const outcome = newOutcomeOf(rotation)
  if (outcome !== null) return <Text size="sm">{t('unknown.unknownToConsole', { outcome })}</Text>
  // What the server says of the try that failed would be taken for the one before it.
  if (rotation && hasFailed(rotation) && isDefinite(failure)) return <Text size="sm">{t('unknown.laterFailed')}</Text>
  const standing = !rotation ? 'notFound' : rotation.outcome === null ? 'open' : 'contradiction'
  return (
    <>
      <Text size="sm" component="div">
        <PlainText text={textOf(failure)} />
      </Text>
      {isDefinite(failure) && !rotation && <Text size="sm">{t('unknown.before')}</Text>}
      <Text size="sm">{t(`unknown.${standing}`)}</Text>
    </>
  )
}

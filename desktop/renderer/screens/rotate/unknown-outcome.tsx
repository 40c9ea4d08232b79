import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { BusyButton } from '../../parts/busy-button.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { useFailureText } from '../../parts/use-failure-text.ts'
import { isDefinite, newOutcomeOf, type Unknown } from './ending.ts'
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
  const textOf = useFailureText()
  const { failure, rotation, trace } = unknown
  const newOutcome = newOutcomeOf(rotation)
  const standing = !rotation ? 'notThere' : rotation.outcome === null ? 'open' : 'contradiction'
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
        {newOutcome === null ? (
          <>
            <Text size="sm" component="div">
              <PlainText text={textOf(failure)} />
            </Text>
            {isDefinite(failure) && !rotation && <Text size="sm">{t('rotate:unknown.before')}</Text>}
            <Text size="sm">{t(`rotate:unknown.${standing}`)}</Text>
          </>
        ) : (
          <Text size="sm">{t('rotate:unknown.newWord', { outcome: newOutcome })}</Text>
        )}
        <Group gap="sm">
          <BusyButton size="xs" onClick={onLook} loading={isReading}>
            {t('rotate:unknown.look')}
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
        <OutcomeTrace trace={trace} />
      </Stack>
    </Alert>
  )
}

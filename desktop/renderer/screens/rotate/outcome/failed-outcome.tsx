import { Alert, Stack, Text } from '@mantine/core'
import { CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CustodianState } from '../../../../../shared/custodians.ts'
import { providers } from '../../../../../shared/providers.ts'
import { isKnown } from '../../../../bridge/new-words.ts'
import { useFailureText } from '../../../parts/failure-notice.tsx'
import { PlainText } from '../../../parts/plain-text.tsx'
import { type Failed, isDefinite } from '../progress/ending.ts'
import type { Rotatable } from '../rotatable.ts'
import { causeOf } from './cause.ts'
import { HistoryLink } from './history-link.tsx'
import { RotationInTheWay } from './open-rotation.tsx'
import { OutcomeTrace } from './outcome-trace.tsx'
import { ReasonLines } from './reason-lines.tsx'

type FailedOutcomeProps = { readonly custodian: Rotatable; readonly failed: Failed }

/** Why it failed, what that means for the keys in force, and what to do next. */
export function FailedOutcome({ custodian, failed }: FailedOutcomeProps) {
  const { t } = useTranslation(['rotate', 'common'])
  const textOf = useFailureText()
  const { failure, rotation, trace } = failed
  const cause = causeOf(failure, rotation?.verdict ?? undefined)
  const provider = providers[custodian.provider].title
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={t(`rotate:cause.${cause}`, { provider })}
      icon={<CircleX aria-hidden />}
    >
      <Stack gap="sm">
        {cause !== 'rotationOpen' && cause !== 'gone' && <KeysInForce {...{ custodian, failed }} />}
        <Text size="sm" component="div">
          <PlainText text={isDefinite(failure) || !rotation ? textOf(failure) : t('rotate:foundFailed')} />
        </Text>
        <Text size="sm">{t(`rotate:next.${cause}`, { provider })}</Text>
        {failure.retryAfterSeconds !== null && (
          <Text size="sm">{t('common:retryAfter', { count: failure.retryAfterSeconds })}</Text>
        )}
        <ReasonLines lines={failure.info} />
        {cause === 'rotationOpen' && <RotationInTheWay custodianId={custodian.id} />}
        <HistoryLink custodianId={custodian.id} />
        <OutcomeTrace trace={trace} />
      </Stack>
    </Alert>
  )
}

/** Said only where it is certain, and only where there are old keys. */
function KeysInForce({ custodian, failed: { rotation } }: FailedOutcomeProps) {
  const { t } = useTranslation('rotate')
  const version = rotation?.credentialVersion ?? custodian.credentialVersion
  if (version === 0) return <Text fw={700}>{t('nothingStored')}</Text>
  if (!isKnown(CustodianState, custodian.state)) return <Text fw={700}>{t('nothingChanged')}</Text>
  return (
    <div>
      <Text fw={700}>{t('oldKeysActive')}</Text>
      {custodian.state === 'rejected' && <Text size="sm">{t('oldKeysRejected')}</Text>}
    </div>
  )
}

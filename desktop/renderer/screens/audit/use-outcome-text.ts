import { useTranslation } from 'react-i18next'
import { Verdict } from '../../../../shared/providers.ts'
import { RotationOutcome } from '../../../../shared/rotations.ts'

const outcomes: readonly string[] = RotationOutcome.options
const verdicts: readonly string[] = Verdict.options

/** How an outcome is called on the other screens; one that this console does not know stays as it came. */
export function useOutcomeText(): (outcome: string) => string {
  const { t } = useTranslation('custodians')
  return (outcome) => {
    if (outcomes.includes(outcome)) return t(`outcome.${outcome as RotationOutcome}`)
    return verdicts.includes(outcome) ? t(`verdictShort.${outcome as Verdict}`) : outcome
  }
}

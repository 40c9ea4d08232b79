import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ending } from '../progress/ending.ts'
import type { Rotatable } from '../rotatable.ts'
import { FailedOutcome } from './failed-outcome.tsx'
import { StoredOutcome } from './stored-outcome.tsx'
import { UnchangedOutcome } from './unchanged-outcome.tsx'
import { UnknownOutcome } from './unknown-outcome.tsx'

type OutcomeProps = {
  readonly ending: Ending
  readonly custodian: Rotatable
  readonly isReading: boolean
  readonly onLook: () => void
  /** Null when sending again would be another rotation. */
  readonly onRepeat: (() => void) | null
}

/** What became of the rotation; the focus goes there, for the work goes on there. */
export function Outcome({ ending, custodian, ...unknown }: OutcomeProps) {
  switch (ending.kind) {
    case 'stored':
      return (
        <Focused>
          <StoredOutcome custodian={custodian} done={ending} />
        </Focused>
      )
    case 'unchanged':
      return (
        <Focused>
          <UnchangedOutcome custodian={custodian} done={ending} />
        </Focused>
      )
    case 'failed':
      return (
        <Focused>
          <FailedOutcome custodian={custodian} failed={ending} />
        </Focused>
      )
    case 'unknown':
      return (
        <Focused>
          <UnknownOutcome custodianId={custodian.id} unknown={ending} {...unknown} />
        </Focused>
      )
  }
}

/** Has a name of its own: that of what is in it would be heard with the focus, and again as the alert. */
function Focused({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('rotate')
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <section ref={region} tabIndex={-1} aria-label={t('facts.outcome')}>
      {children}
    </section>
  )
}

import { ActionIcon, Text } from '@mantine/core'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AuditRecord } from '../../../../shared/audit.ts'
import { RotationOutcome } from '../../../../shared/rotations.ts'
import { isKnown } from '../../../bridge/new-words.ts'
import { Moment } from '../../parts/moment.tsx'
import { NameText } from '../../parts/name-text.tsx'
import { OutcomeBadge } from '../../parts/outcome-badge.tsx'
import classes from './audit.module.css'
import { outcomeOf } from './audit-view.ts'
import { useOutcomeText } from './use-outcome-text.ts'

type AuditCellsProps = {
  readonly record: AuditRecord
  readonly custodian: string | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function AuditCells({ record, custodian, isOpen, onToggle }: AuditCellsProps) {
  const { t } = useTranslation('audit')
  const Icon = isOpen ? ChevronDown : ChevronRight
  const outcome = outcomeOf(record)
  const outcomeText = useOutcomeText()
  return (
    <>
      <th scope="row">
        <span className={classes.number}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="xs"
            aria-expanded={isOpen}
            aria-label={t('open', { sequence: record.sequence })}
            onClick={onToggle}
          >
            <Icon size={14} aria-hidden />
          </ActionIcon>
          {record.sequence}
        </span>
      </th>
      <td className={classes.moment}>
        <Moment at={record.at} size="sm" />
      </td>
      <td>{t(`kinds.${record.kind}`, { defaultValue: record.kind })}</td>
      <td>
        <NameText name={record.actor} />
      </td>
      <td>
        {custodian && <NameText name={custodian} />}{' '}
        {record.custodianId && (
          <Text span size="sm" ff="monospace" {...(custodian && { c: 'dimmed' })}>
            {record.custodianId}
          </Text>
        )}
      </td>
      <td>
        {outcome &&
          (isKnown(RotationOutcome, outcome) ? (
            <OutcomeBadge outcome={outcome} />
          ) : (
            <NameText name={outcomeText(outcome)} />
          ))}
      </td>
    </>
  )
}

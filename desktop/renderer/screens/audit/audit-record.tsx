import { ActionIcon, Text } from '@mantine/core'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { AuditRecord } from '../../../../shared/audit.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { AuditOutcomeBadge } from '../../parts/outcome-badge.tsx'
import { NameText, nameText, PlainText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { shortened } from '../../parts/visible-text.ts'
import classes from './audit.module.css'
import { outcomeOf } from './audit-view.ts'

type AuditCellsProps = {
  readonly record: AuditRecord
  readonly custodian: string | undefined
  readonly isOpen: boolean
  readonly hasRequestColumn: boolean
  readonly onToggle: () => void
}

export function AuditCells({ record, custodian, isOpen, hasRequestColumn, onToggle }: AuditCellsProps) {
  const { t } = useTranslation('audit')
  const Icon = isOpen ? ChevronDown : ChevronRight
  const outcome = outcomeOf(record)
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
      <td>{outcome && <AuditOutcomeBadge outcome={outcome} />}</td>
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
      {hasRequestColumn && (
        <td>
          <Text span size="sm" ff="monospace" c="dimmed">
            {record.requestId && <PlainText text={record.requestId} isOneLine />}
          </Text>
        </td>
      )}
    </>
  )
}

const members = [
  'kind',
  'at',
  'actor',
  'actorTokenId',
  'tenantId',
  'custodianId',
  'rotationId',
  'requestId',
  'hash',
] as const

/** Details drawn at most, and characters of one of their values; what is copied and exported has all. */
const mostDetails = 50
const valueLength = 2000

/** Every member of a record as it is, and each of its details. */
export function AuditDetail({ record }: { readonly record: AuditRecord }) {
  const { t } = useTranslation('audit')
  const details = Object.entries(record.details)
  return (
    <dl className={classes.members}>
      {members.map((member) => (
        <Member key={member} name={t(`members.${member}`)} value={record[member] ?? null} />
      ))}
      {details.slice(0, mostDetails).map(([name, value]) => (
        <Member key={name} name={`${t('members.details')}: `} detail={name} value={value} />
      ))}
      {details.length > mostDetails && (
        <>
          <dt>{t('members.details')}</dt>
          <dd>{t('moreDetails', { count: details.length - mostDetails })}</dd>
        </>
      )}
    </dl>
  )
}

/** What a provider's check says to programs, as `reason=timeout http=504`, is shown on demand. */
function Value({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  if (!text.startsWith('reason=')) return <PlainText text={text} />
  return (
    <details>
      <summary>{t('details')}</summary>
      <PlainText text={text} />
    </details>
  )
}

type MemberProps = { readonly name: string; readonly detail?: string; readonly value: string | null }

function Member({ name, detail, value }: MemberProps) {
  const { t } = useTranslation('audit')
  return (
    <>
      <dt>
        {name}
        {detail !== undefined && <NameText name={detail} />}
      </dt>
      <dd>
        {value === null ? t('none') : <Value text={shortened(value, valueLength)} />}
        {value !== null && <CopyButton text={value} what={`${name}${nameText(detail ?? '')}`} />}
      </dd>
    </>
  )
}

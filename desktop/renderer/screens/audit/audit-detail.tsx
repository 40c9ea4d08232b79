import { useTranslation } from 'react-i18next'
import type { AuditRecord } from '../../../../shared/audit.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { NameText, nameText } from '../../parts/name-text.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { shortened } from '../../parts/shortened.ts'
import classes from './audit.module.css'

const members = ['kind', 'at', 'actor', 'actorTokenId', 'tenantId', 'custodianId', 'rotationId', 'hash'] as const

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
        {value === null ? t('none') : <PlainText text={shortened(value, valueLength)} />}
        {value !== null && <CopyButton text={value} what={`${name}${nameText(detail ?? '')}`} />}
      </dd>
    </>
  )
}

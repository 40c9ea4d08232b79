import { useTranslation } from 'react-i18next'
import type { AuditRecord } from '../../../../shared/audit.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import classes from './audit.module.css'

const members = ['kind', 'at', 'actor', 'tenantId', 'custodianId', 'rotationId', 'hash'] as const

/** Every member of a record as it is, and each of its details. */
export function AuditDetail({ record }: { readonly record: AuditRecord }) {
  const { t } = useTranslation('audit')
  return (
    <dl className={classes.members}>
      {members.map((member) => (
        <Member key={member} name={t(`members.${member}`)} value={record[member]} />
      ))}
      {Object.entries(record.details).map(([name, value]) => (
        <Member key={name} name={`${t('members.details')}: `} detail={name} value={value} />
      ))}
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
        {detail !== undefined && <PlainText text={detail} />}
      </dt>
      <dd>
        {value === null ? t('none') : <PlainText text={value} />}
        {value !== null && <CopyButton text={value} what={`${name}${detail ?? ''}`} />}
      </dd>
    </>
  )
}

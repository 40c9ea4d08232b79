import { Alert, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { GitMerge } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { AuditKind } from '../../../shared/audit.ts'
import { api } from '../session/api.ts'
import { useMay } from '../session/session.ts'
import { Moment } from './moment.tsx'
import { PlainText } from './plain-text.tsx'
import { useTranslation } from './use-translation.ts'

type Row = {
  readonly label: string
  readonly before: string | null
  readonly now: string | null
  readonly yours: string | null
}

/** Where the audit log has the changes of an object: their kind, and the member that has its ID. */
export type Changes = { readonly kind: AuditKind; readonly member: string; readonly id: string }

type ConflictNoticeProps = { readonly rows: readonly Row[]; readonly changes?: Changes }

/** What someone else changed since editing began, next to what was typed, and who it was where the token may know. */
export function ConflictNotice({ rows, changes }: ConflictNoticeProps) {
  const { t } = useTranslation('administration')
  const notice = useRef<HTMLDivElement>(null)
  // Above the fields, it would be out of sight of who pressed the button below them.
  useEffect(() => {
    // Its answer, a promise, is not what ends the effect.
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const cell = (text: string | null) => (text ? <PlainText text={text} /> : t('conflict.empty'))
  return (
    <Alert
      ref={notice}
      color="yellow"
      variant="light"
      role="alert"
      title={t('conflict.title')}
      icon={<GitMerge aria-hidden />}
    >
      <Stack gap="xs">
        {changes && <LastChange {...changes} />}
        <Text size="sm">{t(rows.length > 0 ? 'conflict.text' : 'conflict.same')}</Text>
        {rows.length > 0 && (
          <Table aria-label={t('conflict.title')} withRowBorders={false} verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('conflict.field')}</Table.Th>
                <Table.Th>{t('conflict.before')}</Table.Th>
                <Table.Th>{t('conflict.now')}</Table.Th>
                <Table.Th>{t('conflict.yours')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ label, before, now, yours }) => (
                <Table.Tr key={label}>
                  <Table.Th scope="row">{label}</Table.Th>
                  <Table.Td>{cell(before)}</Table.Td>
                  <Table.Td>{cell(now)}</Table.Td>
                  <Table.Td>{cell(yours)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Alert>
  )
}

/** Records that are searched for the change; one from before them is not named. */
const searched = 200

/** Who changed the object last as far as the audit log has it: imports change objects too. */
function LastChange({ kind, member, id }: Changes) {
  const { t } = useTranslation('administration')
  const enabled = useMay('audit:read') === true
  const { data } = useQuery(api.audit.list.queryOptions({ kind, limit: searched }, { enabled, staleTime: 0 }))
  const last = data?.records.find(({ tenantId, custodianId, details }) => {
    const ids: Readonly<Record<string, string | null>> = { ...details, tenantId, custodianId }
    return ids[member] === id
  })
  if (!last) return null
  return (
    <Text size="sm">
      {t('conflict.by')} <PlainText text={last.actor} />, <Moment at={last.at} isRelative span size="sm" />
    </Text>
  )
}

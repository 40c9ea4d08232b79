import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AuditRecord } from '../../../../shared/audit.ts'
import { recentRecords } from '../../../bridge/attention-reads.ts'
import { useCustodianNames } from '../../data/use-custodians.ts'
import { Moment } from '../../parts/moment.tsx'
import { AuditOutcomeBadge } from '../../parts/outcome-badge.tsx'
import { NameText } from '../../parts/plain-text.tsx'
import { LoadingRows, QueryView } from '../../parts/query-view.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { api } from '../../session/api.ts'
import classes from './home.module.css'

const shown = 8

/** The end of a rotation or check says what its beginning said. */
const isShown = ({ kind }: AuditRecord) => !kind.endsWith('.intended')

/** By when it happened: an import may record what is older than the records before it. */
const newestFirst = (a: AuditRecord, b: AuditRecord) => b.at.localeCompare(a.at)

/** The newest records of the audit, in one line each. */
export function RecentActivity() {
  const { t } = useTranslation('home')
  const query = useQuery(api.audit.list.queryOptions(recentRecords))
  return (
    <Stack component="section" gap="xs" aria-label={t('recent')}>
      <Group justify="space-between">
        <Title order={2} size="h5">
          {t('recent')}
        </Title>
        <Anchor component={Link} to="/audit" size="sm">
          {t('toAudit')}
        </Anchor>
      </Group>
      <QueryView query={query} what={t('recent')} loading={<LoadingRows count={4} />}>
        {({ records }) => <Events records={records.filter(isShown).toSorted(newestFirst).slice(0, shown)} />}
      </QueryView>
    </Stack>
  )
}

function Events({ records }: { readonly records: readonly AuditRecord[] }) {
  const { t } = useTranslation('home')
  const names = useCustodianNames()
  if (records.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('quiet')}
      </Text>
    )
  return (
    <ul className={classes.activity}>
      {records.map((record) => (
        <Event key={record.sequence} record={record} custodian={names.get(record.custodianId ?? '')} />
      ))}
    </ul>
  )
}

type EventProps = { readonly record: AuditRecord; readonly custodian: string | undefined }

function Event({ record: { at, kind, actor, custodianId, details }, custodian }: EventProps) {
  const { t } = useTranslation('home')
  const outcome = details.outcome ?? details.verdict
  return (
    <li className={classes.event}>
      <Moment at={at} isRelative size="sm" c="dimmed" />
      <span>{t(`audit:kinds.${kind}`, { defaultValue: kind })}</span>
      <span>
        <NameText name={custodian ?? custodianId ?? ''} />{' '}
        <Text span size="sm" c="dimmed">
          <NameText name={actor} />
        </Text>
      </span>
      <span>{outcome && <AuditOutcomeBadge outcome={outcome} />}</span>
    </li>
  )
}

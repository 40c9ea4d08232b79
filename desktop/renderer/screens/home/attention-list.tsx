import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarClock, CircleCheck, CircleDashed, CircleHelp, CircleX, ServerOff, TicketX, Unplug } from 'lucide-react'
import { type Attention, type AttentionKind, isCritical, placeOf } from '../../../bridge/attention.ts'
import { providerTitle } from '../../data/provider-title.ts'
import { useAttention } from '../../data/use-attention.ts'
import { KeyIdText } from '../../parts/key-id-text.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { CutNotice } from '../../parts/shown-count.tsx'
import { StatusBadge, type StatusLook } from '../../parts/status-badge.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import classes from './home.module.css'

const looks: Readonly<Record<AttentionKind, StatusLook>> = {
  notReady: { icon: ServerOff, colour: 'red' },
  rejected: { icon: CircleX, colour: 'red' },
  unknownOutcome: { icon: CircleHelp, colour: 'red' },
  tokenExpiring: { icon: TicketX, colour: 'orange' },
  tokensExpiring: { icon: TicketX, colour: 'yellow' },
  noKeys: { icon: CircleDashed, colour: 'orange' },
  failed: { icon: Unplug, colour: 'orange' },
  unreachable: { icon: Unplug, colour: 'orange' },
  overdue: { icon: CalendarClock, colour: 'yellow' },
}

/** Entries shown at most; the list of custodians has all of them in the same order. */
const mostShown = 12

/** Everything that needs an operator, each with its action; or that nothing does. */
export function AttentionList({ count }: { readonly count: number }) {
  const { t } = useTranslation('home')
  const { items, isCut } = useAttention({ isLoading: true })
  if (isCut)
    return (
      <>
        <CutNotice>{t('cut')}</CutNotice>
        {items.length > 0 && <Items items={items} />}
      </>
    )
  if (items.length > 0) return <Items items={items} />
  return (
    <Alert color="teal" variant="light" title={t('nothing')} icon={<CircleCheck aria-hidden />}>
      {t('nothingHint', { count })}
    </Alert>
  )
}

function Items({ items }: { readonly items: readonly Attention[] }) {
  const { t } = useTranslation('home')
  return (
    <Stack component="section" gap="xs" aria-label={t('attention')}>
      <Title order={2} size="h5">
        {t('attentionCount', { count: items.length })}
      </Title>
      <ul className={classes.list}>
        {items.slice(0, mostShown).map((item) => (
          <Item key={`${item.kind} ${item.custodian?.id}`} item={item} />
        ))}
      </ul>
      {items.length > mostShown && (
        <Anchor component={Link} to="/custodians" size="sm">
          {t('more', { count: items.length - mostShown })}
        </Anchor>
      )}
    </Stack>
  )
}

function Item({ item }: { readonly item: Attention }) {
  const { t } = useTranslation('home')
  const { kind, custodian, said } = item
  const meaning = t(`meaning.${kind}`, { count: item.count ?? 0 })
  return (
    <li className={classes.item} data-kind={kind}>
      <span className={classes.status}>
        <StatusBadge look={looks[kind]} title={meaning}>
          {t(`kind.${kind}`)}
        </StatusBadge>
      </span>
      <span className={classes.what}>
        {custodian && (
          <Anchor component={Link} to={`/custodians/${custodian.id}`} c="inherit" fw={600} size="sm">
            <PlainText text={custodian.name} />
          </Anchor>
        )}
        <Text span size="sm" c="dimmed">
          {meaning} {said && <PlainText text={said} />}
        </Text>
      </span>
      <ItemFacts item={item} />
      <Button component={Link} to={placeOf(item)} size="xs" variant={isCritical(kind) ? 'filled' : 'default'}>
        {t(`action.${kind}`)}
      </Button>
    </li>
  )
}

function ItemFacts({ item: { custodian, at, count = 1 } }: { readonly item: Attention }) {
  const { t } = useTranslation('home')
  return (
    <Group gap="xs" className={classes.facts ?? ''}>
      {custodian && (
        <Text span size="sm" c="dimmed">
          {providerTitle(custodian.provider)}
        </Text>
      )}
      {custodian?.keyId && <KeyIdText id={custodian.keyId} isShort />}
      {at && (
        <Text span size="sm" c="dimmed">
          {count > 1 && t('earliest')} <Moment at={at} isRelative size="sm" />
        </Text>
      )}
    </Group>
  )
}

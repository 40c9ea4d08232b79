import { Button, Group, NativeSelect, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { CirclePause, CirclePlay, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ReadRows } from '../../../../bridge/all-pages.ts'
import type { EditValues } from '../../../data/edits.ts'
import { sortBy, type TableColumn } from '../../../parts/column-header.tsx'
import { Empty, ImportLink } from '../../../parts/empty.tsx'
import { nameText, PlainText } from '../../../parts/plain-text.tsx'
import { QueryView } from '../../../parts/query-view.tsx'
import { RowIcons } from '../../../parts/row-icons.tsx'
import { RowTable } from '../../../parts/row-table.tsx'
import { SearchInput } from '../../../parts/search-input.tsx'
import { CutNotice, ShownCount } from '../../../parts/shown-count.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { useMay } from '../../../session/session.ts'
import { useProfileState } from '../../../session/use-profile-state.ts'
import { EnabledBadge } from '../enabled-badge.tsx'
import { CreateObject, DeleteObject, EditObject, SwitchObject } from './object-dialogs.tsx'
import { type ColumnText, type ObjectsView, type ReserveObject, shownObjects } from './object-rows.ts'
import type { ObjectSubject } from './object-subject.ts'
import { useNetworkNames } from './use-reserve-objects.ts'

export type ObjectColumn<Item> = ColumnText<Item> &
  Pick<TableColumn, 'title' | 'width' | 'grows' | 'isNumeric'> & {
    /** Drawn in place of the text. */
    readonly cell?: (item: Item) => ReactNode
  }

/** What is asked about; without an object, a new one. */
type Action = 'edit' | 'disable' | 'enable' | 'delete'
type Asked<Item> = { readonly kind: Action; readonly item: Item | null }

type ObjectListProps<Item extends ReserveObject, Values extends EditValues> = {
  readonly subject: ObjectSubject<Item, Values>
  readonly query: UseQueryResult<ReadRows<Item>, unknown>
  /** The first one names an object. */
  readonly columns: readonly ObjectColumn<Item>[]
}

/** The objects of one kind, and what a token with reserves:write can do with each. */
export function ObjectList<Item extends ReserveObject, Values extends EditValues>({
  subject,
  query,
  columns,
}: ObjectListProps<Item, Values>) {
  const { t } = useTranslation()
  const mayWrite = useMay('reserves:write')
  const [asked, setAsked] = useState<Asked<Item> | null>(null)
  const close = () => setAsked(null)
  // As it is now, so that a question that is asked again names the current version.
  const item = query.data?.rows.find(({ id }) => id === asked?.item?.id) ?? asked?.item ?? null
  return (
    <>
      <QueryView query={query}>
        {({ rows, isCut }) => (
          <>
            {isCut && <CutNotice>{t('cut', { count: rows.length })}</CutNotice>}
            <Listed items={rows} columns={columns} subject={subject} mayWrite={mayWrite} onAsk={setAsked} />
          </>
        )}
      </QueryView>
      {asked && item === null && <CreateObject subject={subject} known={query.data?.rows} onClose={close} />}
      {asked?.kind === 'edit' && item && <EditObject subject={subject} item={item} onClose={close} />}
      {(asked?.kind === 'disable' || asked?.kind === 'enable') && item && (
        <SwitchObject subject={subject} item={item} verb={asked.kind} onClose={close} />
      )}
      {asked?.kind === 'delete' && item && <DeleteObject subject={subject} item={item} onClose={close} />}
    </>
  )
}

type ListedProps<Item extends ReserveObject, Values extends EditValues> = Pick<
  ObjectListProps<Item, Values>,
  'subject' | 'columns'
> & {
  readonly items: readonly Item[]
  /** Null until it is known. */
  readonly mayWrite: boolean | null
  readonly onAsk: (asked: Asked<Item>) => void
}

function Listed<Item extends ReserveObject, Values extends EditValues>({ items, ...list }: ListedProps<Item, Values>) {
  const { t } = useTranslation('administration')
  const { subject, columns, mayWrite, onAsk } = list
  const { kind } = subject
  const first: ObjectsView = { search: '', network: '', order: { column: columns[0]?.id ?? '', isDescending: false } }
  const [view, setView] = useProfileState(kind, first)
  const state = { id: 'state', textOf: ({ disabled }: Item) => (disabled ? t('disabled') : '') }
  const shown = shownObjects(items, [...columns, state], view)
  return (
    <>
      <Group align="center" gap="sm">
        <SearchInput
          label={t('objects.search')}
          hint={t(`${kind}.searchHint`)}
          value={view.search}
          onChange={(search) => setView({ ...view, search })}
        />
        {kind !== 'networks' && (
          <NetworkFilter network={view.network} onNetwork={(network) => setView({ ...view, network })} />
        )}
        <ShownCount shown={shown.length} all={items.length} whole={t(`${kind}.count`, { count: items.length })} />
        {mayWrite && (
          <Button
            ml="auto"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => onAsk({ kind: 'edit', item: null })}
          >
            {t(`${kind}.add`)}
          </Button>
        )}
        {mayWrite === false && <Text size="sm">{t('common:lacks', { permission: 'reserves:write' })}</Text>}
      </Group>
      {items.length === 0 && <Empty title={t(`${kind}.none`)} hint={t(`${kind}.noneHint`)} action={<ImportLink />} />}
      {items.length > 0 && shown.length === 0 && <Empty title={t('objects.noMatch')} hint={t('objects.noMatchHint')} />}
      {shown.length > 0 && (
        <Objects {...list} items={shown} order={view.order} onOrder={(order) => setView({ ...view, order })} />
      )}
    </>
  )
}

type NetworkFilterProps = { readonly network: string; readonly onNetwork: (network: string) => void }

function NetworkFilter({ network, onNetwork }: NetworkFilterProps) {
  const { t } = useTranslation('administration')
  return (
    <NativeSelect
      aria-label={t('objects.network')}
      value={network}
      onChange={({ currentTarget }) => onNetwork(currentTarget.value)}
      data={[
        { value: '', label: t('objects.everyNetwork') },
        ...[...useNetworkNames()].map(([value, name]) => ({ value, label: nameText(name) })),
      ]}
    />
  )
}

type ObjectsProps<Item extends ReserveObject, Values extends EditValues> = ListedProps<Item, Values> &
  Parameters<typeof sortBy<string>>[1]

function Objects<Item extends ReserveObject, Values extends EditValues>({
  subject,
  items,
  columns,
  mayWrite,
  onAsk,
  ...sorting
}: ObjectsProps<Item, Values>) {
  const { t } = useTranslation('administration')
  const [named, ...others] = columns
  const shown = columns.map(({ id, title, width, grows = false, isNumeric = false }) => ({
    id,
    title,
    width,
    grows,
    isNumeric,
    sort: sortBy(id, sorting),
  }))
  const drawn = ({ textOf, cell }: ObjectColumn<Item>, item: Item) =>
    cell ? cell(item) : <PlainText text={textOf(item)} />
  return (
    <RowTable
      label={t(`parts.${subject.kind}`)}
      columns={[...shown, ...(mayWrite ? [{ id: 'actions', title: t('actions'), width: actionsWidth }] : [])]}
      rows={items}
      keyOf={({ id }) => id}
    >
      {(item) => (
        <>
          <th scope="row">
            {named && drawn(named, item)}
            {item.disabled && <EnabledBadge isDisabled />}
          </th>
          {others.map((column) => (
            <td key={column.id}>{drawn(column, item)}</td>
          ))}
          {mayWrite && (
            <td>
              <Actions
                name={nameText(subject.nameOf(item))}
                isDisabled={item.disabled}
                onAsk={(kind) => onAsk({ kind, item })}
              />
            </td>
          )}
        </>
      )}
    </RowTable>
  )
}

/** Pixels. */
const actionsWidth = 102

const icons = { edit: Pencil, disable: CirclePause, enable: CirclePlay, delete: Trash2 } as const

type ActionsProps = {
  readonly name: string
  readonly isDisabled: boolean
  readonly onAsk: (kind: Action) => void
}

function Actions({ name, isDisabled, onAsk }: ActionsProps) {
  const { t } = useTranslation('administration')
  const kinds: readonly Action[] = isDisabled ? ['enable', 'delete'] : ['edit', 'disable', 'delete']
  const shown = kinds.map((kind) => ({
    kind,
    icon: icons[kind],
    label: t(`objects.${kind}Named`, { name }),
    onPress: () => onAsk(kind),
  }))
  return <RowIcons icons={shown} />
}

import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core'
import { EventType, type Webhook } from '../../../../../shared/webhooks.ts'
import type { Faults } from '../../../data/edits.ts'
import { useTenantNames } from '../../../data/use-custodians.ts'
import { nameText } from '../../../parts/plain-text.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { useEventTitle } from './webhook-words.tsx'

/** What a form edits; lists are joined by commas. */
export type WebhookValues = {
  readonly name: string
  readonly url: string
  readonly eventTypes: string
  /** Null for all. */
  readonly tenantIds: string | null
}

export const webhookFields = ['name', 'url', 'eventTypes', 'tenantIds'] as const

export const emptyWebhook: WebhookValues = { name: '', url: '', eventTypes: '', tenantIds: null }

export const itemsOf = (joined: string | null): readonly string[] => joined?.split(',').filter(Boolean) ?? []

export const valuesOf = ({ name, url, eventTypes, tenantIds }: Webhook): WebhookValues => ({
  name,
  url,
  eventTypes: eventTypes.join(','),
  tenantIds: tenantIds?.join(',') ?? null,
})

const tenantsIn = (joined: string | null) => (joined === null ? null : [...itemsOf(joined)])

/** The members of a request that creates a webhook. */
export const requestOf = ({ name, url, eventTypes, tenantIds }: WebhookValues) => ({
  name,
  url,
  eventTypes: itemsOf(eventTypes) as EventType[],
  tenantIds: tenantsIn(tenantIds),
})

/** The members of a change, for the values that were changed. */
export const editedMembers = ({ eventTypes, tenantIds, ...others }: Partial<WebhookValues>) => ({
  ...others,
  ...(eventTypes !== undefined && { eventTypes: itemsOf(eventTypes) as EventType[] }),
  ...(tenantIds !== undefined && { tenantIds: tenantsIn(tenantIds) }),
})

type WebhookFieldsProps = Pick<Faults, 'faults'> & {
  readonly values: WebhookValues
  readonly set: (name: keyof WebhookValues, value: string | null) => void
}

export function WebhookFields({ values, set, faults }: WebhookFieldsProps) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <TextInput
        data-autofocus
        label={t('administration:name')}
        required
        maxLength={200}
        value={values.name}
        error={faults.name}
        onChange={({ currentTarget }) => set('name', currentTarget.value)}
      />
      <TextInput
        label={t('url')}
        description={t('urlHint')}
        required
        inputMode="url"
        maxLength={2000}
        spellCheck={false}
        value={values.url}
        error={faults.url}
        onChange={({ currentTarget }) => set('url', currentTarget.value.trim())}
      />
      <EventsField
        chosen={itemsOf(values.eventTypes)}
        error={faults.eventTypes}
        onChosen={(chosen) => set('eventTypes', chosen.join(','))}
      />
      <TenantsField
        chosen={itemsOf(values.tenantIds)}
        error={faults.tenantIds}
        onChosen={(chosen) => set('tenantIds', chosen.join(',') || null)}
      />
    </>
  )
}

type ChoiceProps = {
  readonly chosen: readonly string[]
  readonly error: string | undefined
  readonly onChosen: (chosen: readonly string[]) => void
}

function EventsField({ chosen, error, onChosen }: ChoiceProps) {
  const { t } = useTranslation('webhooks')
  const eventTitle = useEventTitle()
  // An event of a newer server stays chosen until it is unchecked.
  const offered = [...new Set<string>([...EventType.options, ...chosen])]
  // In one order, so that the order of the clicks is no change.
  const inOrder = (values: readonly string[]) => offered.filter((type) => values.includes(type))
  return (
    <Checkbox.Group
      label={t('columns.events')}
      description={t('eventsHint')}
      required
      value={[...chosen]}
      error={error}
      onChange={(values) => onChosen(inOrder(values))}
    >
      <Stack gap="xs" my="xs">
        {offered.map((type) => (
          <Checkbox key={type} value={type} label={eventTitle(type)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** Options of the list that are drawn; the others are found by typing. */
const mostDrawn = 100

function TenantsField({ chosen, error, onChosen }: ChoiceProps) {
  const { t } = useTranslation('webhooks')
  const names = useTenantNames()
  const offered = new Map([...chosen.map((id) => [id, id] as const), ...names])
  return (
    <MultiSelect
      label={t('tenants')}
      description={t('tenantsHint')}
      {...(chosen.length === 0 && { placeholder: t('allTenants') })}
      searchable
      hidePickedOptions
      limit={mostDrawn}
      data={[...offered].map(([value, name]) => ({ value, label: `${nameText(name)} (${value})` }))}
      value={[...chosen]}
      error={error}
      onChange={onChosen}
    />
  )
}

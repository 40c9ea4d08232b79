import { Text } from '@mantine/core'
import { useState } from 'react'
import type { Webhook } from '../../../../../shared/webhooks.ts'
import { useChange, useEdit } from '../../../data/use-change.ts'
import { announce } from '../../../parts/announcer.tsx'
import { ConfirmModal } from '../../../parts/confirm-modal.tsx'
import { ConflictNotice } from '../../../parts/conflict-notice.tsx'
import { FormModal } from '../../../parts/form-modal.tsx'
import { nameText } from '../../../parts/plain-text.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import {
  editedMembers,
  itemsOf,
  valuesOf,
  WebhookFields,
  type WebhookValues,
  webhookFields,
} from './webhook-fields.tsx'
import { useEventTitle, useScopeText } from './webhook-words.tsx'

type DialogProps = { readonly webhook: Webhook; readonly onClose: () => void }

const labels = {
  name: 'administration:name',
  url: 'url',
  eventTypes: 'columns.events',
  tenantIds: 'tenants',
} as const

/** A value of the form as a person reads it. */
function useWritten(): (name: keyof WebhookValues, value: string | null) => string | null {
  const eventTitle = useEventTitle()
  const scopeText = useScopeText()
  return (name, value) => {
    if (name === 'eventTypes') return itemsOf(value).map(eventTitle).join(', ')
    return name === 'tenantIds' ? scopeText(value === null ? null : itemsOf(value)) : value
  }
}

export function EditWebhookDialog({ webhook, onClose }: DialogProps) {
  const { t } = useTranslation('webhooks')
  const written = useWritten()
  const [isMissing, setMissing] = useState(false)
  const { values, set, conflicts, isChanged, mutate, ...edit } = useEdit(webhook, {
    valuesOf,
    send: (changes, version) =>
      client.webhooks.update.mutate({ webhookId: webhook.id, version, ...editedMembers(changes) }),
    onSaved: () => {
      announce(t('administration:saved'))
      onClose()
    },
  })
  const submit = () => {
    if (!isChanged) return onClose()
    setMissing(values.eventTypes === '')
    if (values.eventTypes !== '') mutate(undefined)
  }
  return (
    <FormModal
      title={t('editNamed', { name: nameText(webhook.name) })}
      verb={t('administration:save')}
      fields={webhookFields}
      isPending={edit.isPending}
      failure={edit.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {(faults) => (
        <>
          {conflicts && (
            <ConflictNotice
              rows={conflicts.map(({ name, before, now, yours }) => ({
                label: t(labels[name]),
                before: written(name, before),
                now: written(name, now),
                yours: written(name, yours),
              }))}
              changes={{ kind: 'webhook.changed', member: 'webhookId', id: webhook.id }}
            />
          )}
          <WebhookFields
            values={values}
            set={set}
            faults={isMissing && values.eventTypes === '' ? { ...faults, eventTypes: t('eventsMissing') } : faults}
          />
        </>
      )}
    </FormModal>
  )
}

type AskProps = DialogProps & {
  readonly verb: 'disable' | 'enable' | 'delete'
  readonly onDone: () => void
}

/** Asks before nothing is sent any more, events are sent again, or a webhook is deleted. */
export function AskWebhookDialog({ webhook, verb, onDone, onClose }: AskProps) {
  const { t } = useTranslation('webhooks')
  const { id: webhookId, version, name } = webhook
  const change = useChange(() => client.webhooks[verb].mutate({ webhookId, version }), onDone)
  return (
    <ConfirmModal
      title={t(`administration:objects.${verb}Confirm`, { name: nameText(name) })}
      verb={t(`administration:objects.${verb}`)}
      {...(verb !== 'enable' && { name })}
      {...change}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{t(`${verb}Text`)}</Text>
    </ConfirmModal>
  )
}

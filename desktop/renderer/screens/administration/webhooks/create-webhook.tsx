import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../../../../shared/webhooks.ts'
import { useCreation } from '../../../data/use-change.ts'
import { DialogForm } from '../../../parts/form-modal.tsx'
import { SecretModal } from '../../../parts/secret-offer.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { emptyWebhook, requestOf, valuesOf, WebhookFields, webhookFields } from './webhook-fields.tsx'
import { WebhookSecretOffer } from './webhook-secret.tsx'

type CreateWebhookProps = { readonly known: readonly Webhook[] | undefined; readonly onClose: () => void }

/** Creates a webhook, whose secret is offered once. */
export function CreateWebhookDialog({ known, onClose }: CreateWebhookProps) {
  const { t } = useTranslation('webhooks')
  const [values, setValues] = useState(emptyWebhook)
  const [isMissing, setMissing] = useState(false)
  const [created, setCreated] = useState<Webhook | null>(null)
  const change = useCreation<Webhook>(
    {
      known: known?.map(({ id }) => id),
      mayChooseId: true,
      send: (id) => client.webhooks.create.mutate({ ...requestOf(values), ...(id && { id }) }),
      read: (webhookId) => client.webhooks.get.query({ webhookId }),
      isWanted: (made) => JSON.stringify(valuesOf(made)) === JSON.stringify(values),
    },
    setCreated,
  )
  const submit = () => {
    setMissing(values.eventTypes === '')
    if (values.eventTypes !== '') change.mutate(undefined)
  }
  return (
    <SecretModal title={t(created ? 'once.created' : 'add')} isOffered={created !== null} onClose={onClose}>
      {created === null && (
        <DialogForm verb={t('add')} fields={webhookFields} {...change} onSubmit={submit} onClose={onClose}>
          {(faults) => (
            <WebhookFields
              values={values}
              set={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
              faults={isMissing && values.eventTypes === '' ? { ...faults, eventTypes: t('eventsMissing') } : faults}
            />
          )}
        </DialogForm>
      )}
      {created &&
        (hasSecret(created) ? (
          <WebhookSecretOffer webhook={created} onDone={onClose} />
        ) : (
          <LostSecret onDone={onClose} />
        ))}
    </SecretModal>
  )
}

/** A webhook that was found after its answer was lost was read, and so has none. */
const hasSecret = (webhook: Webhook): boolean => 'secret' in webhook

function LostSecret({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <Stack gap="md">
      <Alert color="orange" variant="light" role="alert" icon={<TriangleAlert aria-hidden />} title={t('once.lost')}>
        <Text size="sm">{t('once.lostText')}</Text>
      </Alert>
      <Group justify="flex-end">
        <Button data-autofocus onClick={onDone}>
          {t('administration:done')}
        </Button>
      </Group>
    </Stack>
  )
}

import { Alert, NativeSelect, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../../../../shared/webhooks.ts'
import { useChange } from '../../../data/use-change.ts'
import { DialogForm } from '../../../parts/form-modal.tsx'
import { nameText } from '../../../parts/plain-text.tsx'
import { SecretModal, SecretOffer } from '../../../parts/secret-offer.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'
import { hasTwoSecrets } from './webhook-status.ts'

type WebhookSecretProps = { readonly webhook: Webhook; readonly onDone: () => void }

/** The secret of a webhook, which main has just received. */
export function WebhookSecretOffer({ webhook: { id, name }, onDone }: WebhookSecretProps) {
  const { t } = useTranslation('webhooks')
  return (
    <SecretOffer
      source={{ of: 'webhook', id }}
      what={t('once.secret')}
      fileName={`webhook-secret-${id}.txt`}
      texts={{
        warning: t('once.warning'),
        handOver: t('once.handOver', { name: nameText(name) }),
        path: t('once.path'),
        copy: t('once.copy'),
      }}
      onDone={onDone}
    />
  )
}

/** Seconds. */
const overlaps = ['0', '3600', '86400', '172800', '604800'] as const
type Overlap = (typeof overlaps)[number]

type RotateSecretProps = { readonly webhook: Webhook; readonly onClose: () => void }

/** Makes another secret, which is offered once; for a time the previous one signs too. */
export function RotateSecretDialog({ webhook, onClose }: RotateSecretProps) {
  const { t } = useTranslation('webhooks')
  const { id: webhookId, version, name } = webhook
  const [overlap, setOverlap] = useState<Overlap>('86400')
  const [isRotated, setRotated] = useState(false)
  const change = useChange(
    () => client.webhooks.rotateSecret.mutate({ webhookId, version, overlapSeconds: Number(overlap) }),
    () => setRotated(true),
  )
  return (
    <SecretModal
      title={isRotated ? t('once.rotated') : t('rotateTitle', { name: nameText(name) })}
      isOffered={isRotated}
      onClose={onClose}
    >
      {isRotated ? (
        <WebhookSecretOffer webhook={webhook} onDone={onClose} />
      ) : (
        <DialogForm
          verb={t('rotate')}
          fields={['overlapSeconds']}
          {...change}
          onSubmit={() => change.mutate(undefined)}
          onClose={onClose}
        >
          {() => (
            <>
              <Text size="sm">{t('rotateText')}</Text>
              {hasTwoSecrets(webhook, Date.now()) && (
                <Alert color="orange" variant="light" icon={<TriangleAlert aria-hidden />}>
                  {t('rotateAgain')}
                </Alert>
              )}
              <NativeSelect
                data-autofocus
                label={t('overlap')}
                value={overlap}
                data={overlaps.map((value) => ({ value, label: t(`overlaps.${value}`) }))}
                {...(overlap === '0' && { description: t('overlapNone') })}
                onChange={({ currentTarget }) => setOverlap(currentTarget.value as Overlap)}
              />
            </>
          )}
        </DialogForm>
      )}
    </SecretModal>
  )
}

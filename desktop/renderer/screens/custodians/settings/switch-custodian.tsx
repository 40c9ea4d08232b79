import { Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdministeredCustodian } from '../../../../../shared/custodians.ts'
import { useChange } from '../../../data/use-change.ts'
import { BusyButton } from '../../../parts/busy-button.tsx'
import { ConfirmModal } from '../../../parts/confirm-modal.tsx'
import { FailureNotice } from '../../../parts/failure-notice.tsx'
import { nameText } from '../../../parts/plain-text.tsx'
import { Section } from '../../../parts/section.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { client } from '../../../session/api.ts'

type Props = { readonly custodian: AdministeredCustodian }

/** Disables the custodian after a question, or enables it. */
export function DisableCustodian({ custodian }: Props) {
  const { t } = useTranslation('administration')
  const [isAsked, setAsked] = useState(false)
  const { id: custodianId, version, disabled } = custodian
  const name = nameText(custodian.name)
  const change = useChange(
    () => client.custodians[disabled ? 'enable' : 'disable'].mutate({ custodianId, version }),
    () => setAsked(false),
  )
  const close = () => {
    setAsked(false)
    change.reset()
  }
  if (disabled)
    return (
      <Section title={t('custodian.enable')} about={t('custodian.enableText')}>
        {change.failure && <FailureNotice failure={change.failure} />}
        <Group>
          <BusyButton loading={change.isPending} onClick={() => change.mutate(undefined)}>
            {t('custodian.enable')}
          </BusyButton>
        </Group>
      </Section>
    )
  return (
    <Section title={t('custodian.disable')} about={t('custodian.disableText')}>
      <Group>
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('custodian.disable')}
        </Button>
      </Group>
      {isAsked && (
        <ConfirmModal
          title={t('objects.disableConfirm', { name })}
          verb={t('custodian.disable')}
          name={custodian.name}
          {...change}
          onConfirm={() => change.mutate(undefined)}
          onClose={close}
        >
          <Text size="sm">{t('custodian.disableText')}</Text>
        </ConfirmModal>
      )}
    </Section>
  )
}

/** Deletes the custodian after a question; one that is in use says by what. */
export function DeleteCustodian({ custodian }: Props) {
  const { t } = useTranslation('administration')
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { id: custodianId, version } = custodian
  const change = useChange(
    () => client.custodians.delete.mutate({ custodianId, version }),
    () => void navigate({ to: '/custodians' }),
  )
  const close = () => {
    setAsked(false)
    change.reset()
  }
  return (
    <Section title={t('custodian.delete')} about={t('custodian.deleteText')}>
      <Group>
        <Button variant="light" color="red" onClick={() => setAsked(true)}>
          {t('custodian.delete')}
        </Button>
      </Group>
      {isAsked && (
        <ConfirmModal
          title={t('objects.deleteConfirm', { name: nameText(custodian.name) })}
          verb={t('custodian.delete')}
          name={custodian.name}
          {...change}
          onConfirm={() => change.mutate(undefined)}
          onClose={close}
        >
          <Text size="sm">{t('custodian.deleteFinal')}</Text>
          {change.failure?.code === 'InUse' && <Text size="sm">{t('custodian.inUse')}</Text>}
        </ConfirmModal>
      )}
    </Section>
  )
}

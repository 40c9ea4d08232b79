import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { WithheldFrom } from '../../bridge/schema.ts'
import { bridge } from '../session/bridge.ts'
import { copyFrom } from './copy-button.tsx'
import { useSave } from './export-menu.tsx'
import { useTranslation } from './use-translation.ts'

type SecretModalProps = {
  readonly title: string
  /** While a secret is offered, only a button closes the dialog. */
  readonly isOffered: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that ends with a secret which is offered once. */
export function SecretModal({ title, isOffered, onClose, children }: SecretModalProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={title}
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={!isOffered}
      closeOnEscape={!isOffered}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  )
}

type SecretOfferProps = {
  readonly source: WithheldFrom
  /** What it is, as it is announced once copied. */
  readonly what: string
  readonly fileName: string
  readonly texts: {
    readonly warning: string
    readonly handOver: string
    readonly path: string
    readonly copy: string
  }
  readonly onDone: () => void
}

/** The ways out of main for a new secret; main forgets it with this dialog. */
export function SecretOffer({ source, what, fileName, texts, onDone }: SecretOfferProps) {
  const { t } = useTranslation('administration')
  const save = useSave()
  useEffect(() => () => void bridge.copy({ forget: 'secret' }), [])
  return (
    <Stack gap="md">
      <Alert color="orange" variant="light" role="alert" icon={<KeyRound aria-hidden />} title={texts.warning}>
        {texts.handOver}
      </Alert>
      <Text size="sm">{texts.path}</Text>
      <Group gap="sm">
        <Button data-autofocus onClick={() => void copyFrom({ secret: source }, what)}>
          {texts.copy}
        </Button>
        <Button variant="default" onClick={() => void save({ name: fileName, secret: source })}>
          {t('saveFile')}
        </Button>
        <Button variant="subtle" ml="auto" onClick={onDone}>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  )
}

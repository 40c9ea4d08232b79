import { Alert, Badge, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { providers } from '../../../../../shared/providers.ts'
import { Facts } from '../../../parts/facts.tsx'
import { PlainText } from '../../../parts/plain-text.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { useActiveProfile } from '../../../session/console-state.ts'
import { isTyped, nameToType, type Rotatable } from '../rotatable.ts'

type ConfirmDialogProps = {
  readonly custodian: Rotatable
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks once more, naming what is rotated and where; in production the name has to be typed. */
export function ConfirmDialog({ isOpen, onClose, ...props }: ConfirmDialogProps) {
  const { t } = useTranslation('rotate')
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('confirm.title')}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
      returnFocus={false}
      size="lg"
    >
      <Confirmation onClose={onClose} {...props} />
    </Modal>
  )
}

/** Its own component, so that each opening begins with an empty field. */
function Confirmation({ custodian, onClose, onConfirm }: Omit<ConfirmDialogProps, 'isOpen'>) {
  const { t } = useTranslation('rotate')
  const isProduction = useActiveProfile()?.environment.isProduction ?? true
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isRight = !isProduction || isTyped(typed, custodian)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) onConfirm()
    else {
      setRefused(true)
      field.current?.focus()
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ConfirmFacts custodian={custodian} />
        <Text size="sm">{t(custodian.credentialVersion ? 'confirm.consequence' : 'confirm.first')}</Text>
        {isProduction && (
          <Alert color="red" variant="light" icon={<TriangleAlert aria-hidden />} title={t('confirm.production')}>
            <TextInput
              ref={field}
              data-autofocus
              label={
                <>
                  {t('confirm.type')} <PlainText text={nameToType(custodian)} />
                </>
              }
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              error={isRefused && !isRight ? t('confirm.wrongName') : null}
            />
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('confirm.cancel')}
          </Button>
          <Button type="submit" {...(isProduction ? { color: 'red' } : { 'data-autofocus': true })}>
            {t('confirm.go')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Which custodian, at which provider, on which server of which environment. */
function ConfirmFacts({ custodian }: { readonly custodian: Rotatable }) {
  const { t } = useTranslation('rotate')
  const profile = useActiveProfile()
  const facts: (readonly [string, ReactNode])[] = [
    [t('facts.custodian'), <PlainText key="custodian" text={custodian.name} />],
    [t('facts.provider'), providers[custodian.provider].title],
  ]
  if (profile)
    facts.push(
      [
        t('facts.server'),
        <Group key="server" gap="xs">
          {profile.name}
          <Text span size="xs" c="dimmed" ff="monospace">
            {profile.url}
          </Text>
        </Group>,
      ],
      [
        t('facts.environment'),
        <Badge key="environment" color={profile.environment.colour} variant="filled" autoContrast>
          {profile.environment.label}
        </Badge>,
      ],
    )
  return <Facts facts={facts} />
}

import { Button, Code, DataList, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Session } from '../../../../shared/session.ts'
import { changeSettings } from '../../parts/change-settings.ts'
import { Moment } from '../../parts/moment.tsx'
import { PassphraseForm } from '../../parts/passphrase-form.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { agoOf } from '../../parts/time-text.ts'
import { useTranslation } from '../../parts/use-translation.ts'
import { useConsole } from '../../session/console-state.ts'

type SignedInPanelProps = { readonly session: Session; readonly goOn: string; readonly onGoOn: () => void }

/** Whose token it is and what it may. Offers ways to unlock without the token until one is chosen, or a person goes on without any. */
export function SignedInPanel({ session, goOn, onGoOn }: SignedInPanelProps) {
  const { t } = useTranslation('connect')
  const { lock, settings, systemUnlock } = useConsole()
  const [isChoosing, setChoosing] = useState(false)
  const isOffered = settings.offersPassphrase && !settings.unlocksWithSystem && !lock.hasPassphrase
  const letSystem = () => void changeSettings({ ...settings, unlocksWithSystem: true })
  const leave = () => {
    if (isOffered) void changeSettings({ ...settings, offersPassphrase: false })
    onGoOn()
  }
  if (isChoosing && isOffered) return <PassphraseForm onLeave={() => setChoosing(false)} />
  return (
    <Stack gap="md">
      <SessionFacts session={session} />
      {isOffered && <Text size="sm">{t('passphraseOffer')}</Text>}
      {isOffered && systemUnlock !== 'none' && (
        <Text size="sm">
          {t('systemOffer')} {t(`settings:systemUnlockAbout.${systemUnlock}`)}
        </Text>
      )}
      <Group justify="flex-end">
        {isOffered && systemUnlock !== 'none' && (
          <Button variant="default" onClick={letSystem}>
            {t('settings:systemUnlock')}
          </Button>
        )}
        {isOffered && (
          <Button variant="default" onClick={() => setChoosing(true)}>
            {t('choosePassphrase')}
          </Button>
        )}
        <Button autoFocus onClick={leave}>
          {goOn}
        </Button>
      </Group>
    </Stack>
  )
}

function SessionFacts({ session }: { readonly session: Session }) {
  const { t } = useTranslation('connect')
  const { tokenName, owner, permissions, tenant, expiresAt } = session
  return (
    <DataList withDivider labelWidth="110px">
      <Fact label={t('token')}>
        <PlainText text={tokenName} />
      </Fact>
      {owner && (
        <Fact label={t('owner')}>
          <PlainText text={owner} />
        </Fact>
      )}
      <Fact label={t('scope')}>
        <PlainText text={tenant ? t('ofTenant', { name: tenant.name }) : t('ofPlatform')} />
      </Fact>
      <Fact label={t('may')}>
        <Group gap={6}>
          {permissions.map((permission) => (
            <Code key={permission}>{permission}</Code>
          ))}
        </Group>
      </Fact>
      <Fact label={t('expires')}>
        <Moment at={expiresAt} inherit /> ({agoOf(expiresAt, Date.now())})
      </Fact>
      <Fact label={t('kept')}>
        <KeptIn />
      </Fact>
    </DataList>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  )
}

function KeptIn() {
  const { t } = useTranslation('connect')
  const { backend, problem } = useConsole().keychain
  if (backend === 'keychain') return t('keychain')
  return (
    <Stack gap={2}>
      {t('memory')}
      {problem && (
        <Text size="sm" c="dimmed">
          {problem.message} {problem.nextStep}
        </Text>
      )}
    </Stack>
  )
}

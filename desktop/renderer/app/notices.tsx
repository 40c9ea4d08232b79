import { Alert, Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FileWarning, KeyRound, Snowflake, TriangleAlert } from 'lucide-react'
import { contractVersion } from '../../../shared/contract-version.ts'
import { useTenantNames } from '../data/use-custodians.ts'
import { useFreezes } from '../data/use-freezes.ts'
import { Moment } from '../parts/moment.tsx'
import { nameText, PlainText } from '../parts/plain-text.tsx'
import { useTranslation } from '../parts/use-translation.ts'
import { useConsole } from '../session/console-state.ts'
import { useMay, useSession } from '../session/session.ts'
import { generationOf } from './contract.ts'

/** Visible as long as tokens are not in the keychain, from the first server on. */
export function KeychainNotice() {
  const { t } = useTranslation()
  const { keychain, profiles } = useConsole()
  if (keychain.backend === 'keychain' || profiles.length === 0) return null
  return (
    <Alert color="yellow" variant="light" mb="sm" py={5} icon={<KeyRound size={16} aria-hidden />}>
      <Group gap="sm" style={{ rowGap: 0 }}>
        <Text size="sm">{t('memoryOnly')}</Text>
        <Anchor component={Link} to="/settings" size="sm" c="inherit" underline="always">
          {t('memoryOnlyWhy')}
        </Anchor>
      </Group>
    </Alert>
  )
}

/** Visible as long as servers and settings are not those of their file. */
export function FileNotice() {
  const { fileProblem } = useConsole()
  if (!fileProblem) return null
  return (
    <Alert color="yellow" variant="light" mb="sm" py={5} icon={<FileWarning size={16} aria-hidden />}>
      <Text size="sm">
        <PlainText text={`${fileProblem.message} ${fileProblem.nextStep}`} />
      </Text>
    </Alert>
  )
}

/** Visible while console and server are not of one generation, for then something may be missing. */
export function GenerationNotice() {
  const { t } = useTranslation('generation')
  const session = useSession()
  const generation = session ? generationOf(session.contractVersion) : 'same'
  if (!session || generation === 'same') return null
  const versions = { server: session.contractVersion, console: contractVersion }
  return (
    <Alert
      color={generation === 'other' ? 'red' : 'yellow'}
      variant="light"
      mb="md"
      title={t(`${generation}Title`)}
      icon={<TriangleAlert aria-hidden />}
    >
      <PlainText text={t(generation, versions)} />
    </Alert>
  )
}

/** Visible while changes are refused in an emergency: what is frozen, why, and by whom. */
export function FreezeNotice() {
  const { t } = useTranslation('administration')
  const freezes = useFreezes().data ?? []
  const tenantNames = useTenantNames()
  const mayFreeze = useMay('freezes:write') === true
  return freezes.map(({ tenantId, reason, frozenAt, frozenBy }) => (
    <Alert
      key={tenantId}
      color="red"
      variant="light"
      mb="md"
      role="alert"
      title={
        tenantId === null ? t('freeze.all') : t('freeze.one', { name: nameText(tenantNames.get(tenantId) ?? tenantId) })
      }
      icon={<Snowflake aria-hidden />}
    >
      <Text size="sm">
        <PlainText text={t('freeze.reasonIs', { reason })} />
      </Text>
      <Text size="sm">
        {t('freeze.since')} <Moment at={frozenAt} isRelative span size="sm" /> · <PlainText text={frozenBy} />
      </Text>
      {mayFreeze && (
        <Anchor component={Link} to="/administration/freeze" size="sm" c="inherit" underline="always">
          {t('freeze.manage')}
        </Anchor>
      )}
    </Alert>
  ))
}

import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ProviderId, providers } from '../../../../shared/providers.ts'
import { isKnown } from '../../../bridge/new-words.ts'
import { useCustodian } from '../../data/use-custodians.ts'
import { Empty } from '../../parts/empty.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useConsole } from '../../session/console-state.ts'
import { useMay } from '../../session/session.ts'
import { ConfirmDialog } from './form/confirm-dialog.tsx'
import { RotateForm } from './form/rotate-form.tsx'
import { useKeyFields } from './form/use-key-fields.ts'
import { OutcomePanel } from './outcome/outcome.tsx'
import { ValidationPanel } from './outcome/validation-panel.tsx'
import { StageList } from './progress/stage-list.tsx'
import { type RotationState, useRotation } from './progress/use-rotation.ts'
import type { Rotatable } from './rotatable.ts'
import classes from './rotate.module.css'

/** Replaces the keys of the custodian of the address. */
export function RotateScreen() {
  const { t } = useTranslation('rotate')
  const { activeProfileId } = useConsole()
  const custodian = useCustodian()
  const may = useMay('custodians:update')
  if (!custodian) return null
  if (may === false) return <Empty title={t('mayNot')} hint={t('mayNotHint')} />
  const { id, provider } = custodian
  if (!isKnown(ProviderId, provider))
    return <Empty title={t('newProvider')} hint={t('newProviderHint', { provider })} />
  // Another server or custodian begins with empty fields.
  return <Rotate key={`${activeProfileId} ${id} ${provider}`} custodian={{ ...custodian, provider }} />
}

/** The form on one side, the progress and the outcome of the rotation on the other. */
function Rotate({ custodian }: { readonly custodian: Rotatable }) {
  const rotation = useRotation(custodian.id)
  const fields = useKeyFields(custodian.provider, rotation.noteChange)
  const [isAsking, setAsking] = useState(false)
  const { result, busy, canRepeat } = rotation
  const isDone = result?.kind === 'stored' || result?.kind === 'unchanged'
  const input = () => ({ tenantId: custodian.tenantId, custodianId: custodian.id, ...fields.read() })
  const confirm = () => {
    setAsking(false)
    void rotation.rotate(input())
  }
  const again = () => {
    fields.clear()
    rotation.reset()
  }
  const outcome = result && (
    <OutcomePanel
      result={result}
      custodian={custodian}
      isReading={busy === 'reading'}
      onLook={() => void (result.kind === 'unknown' && rotation.lookAgain(result))}
      onRepeat={canRepeat ? () => void rotation.rotate(input()) : null}
    />
  )
  return (
    <div className={classes.sides}>
      {isDone ? (
        <AfterRotation custodianId={custodian.id} onAgain={again}>
          {outcome}
        </AfterRotation>
      ) : (
        <RotateForm
          custodian={custodian}
          fields={fields}
          busy={busy}
          isAsking={isAsking}
          onValidate={() => fields.check() && void rotation.validate(input())}
          onRotate={() => fields.check() && setAsking(true)}
        />
      )}
      <RotationProgress custodian={custodian} rotation={rotation}>
        {!isDone && outcome}
      </RotationProgress>
      <ConfirmDialog custodian={custodian} isOpen={isAsking} onClose={() => setAsking(false)} onConfirm={confirm} />
    </div>
  )
}

type RotationProgressProps = {
  readonly custodian: Rotatable
  readonly rotation: RotationState
  /** The outcome, where it does not take the place of the form. */
  readonly children: ReactNode
}

/** The stages, then what a validation found; has the focus while the rotation runs. */
function RotationProgress({ custodian, rotation, children }: RotationProgressProps) {
  const { t } = useTranslation('rotate')
  const { busy, stages, result, validation } = rotation
  const provider = providers[custodian.provider].title
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (busy === 'rotating') section.current?.focus()
  }, [busy])
  const found = useRef<HTMLDivElement>(null)
  // In a narrow window it is below the fields, where nothing would seem to have happened.
  useEffect(() => {
    if (validation) found.current?.scrollIntoView({ block: 'nearest' })
  }, [validation])
  return (
    <Stack gap="md" component="section" ref={section} tabIndex={-1} aria-label={t('stages.title')}>
      <Title order={2} size="h5">
        {t('stages.title')}
      </Title>
      <StageList stages={stages} provider={provider} />
      <div role="status" ref={found} className={classes.found ?? ''}>
        {validation && <ValidationPanel validation={validation} provider={provider} />}
      </div>
      {children}
      {!result && !validation && (
        <Text size="sm" c="dimmed">
          {t(custodian.credentialVersion ? 'stages.about' : 'stages.aboutFirst', { provider })}
        </Text>
      )}
    </Stack>
  )
}

type AfterRotationProps = {
  readonly custodianId: string
  readonly onAgain: () => void
  readonly children: ReactNode
}

/** Takes the place of the form, whose fields are cleared, once the rotation is done. */
function AfterRotation({ custodianId, onAgain, children }: AfterRotationProps) {
  const { t } = useTranslation('rotate')
  return (
    <Stack gap="md">
      {children}
      <Text size="sm" c="dimmed">
        {t('after.cleared')}
      </Text>
      <Group gap="md">
        <Button variant="default" onClick={onAgain}>
          {t('after.again')}
        </Button>
        <Anchor component={Link} to={`/custodians/${custodianId}/history`} size="sm">
          {t('history')}
        </Anchor>
      </Group>
    </Stack>
  )
}

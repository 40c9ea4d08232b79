import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Freeze } from '../../../../shared/freezes.ts'
import { useChange } from '../../data/use-change.ts'
import { useTenantNames } from '../../data/use-custodians.ts'
import { useFreezes } from '../../data/use-freezes.ts'
import { ConfirmModal } from '../../parts/confirm-modal.tsx'
import { Moment } from '../../parts/moment.tsx'
import { nameText, PlainText } from '../../parts/plain-text.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { client } from '../../session/api.ts'
import { useMay, useSession } from '../../session/session.ts'

type Asked = { readonly kind: 'freeze' | 'thaw'; readonly tenantId: string | null }

/** Refuses every change in an emergency, and ends that. */
export function FreezePart() {
  const { t } = useTranslation('administration')
  const ownTenant = useSession()?.tenant
  const [target, setTarget] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const names = useTenantNames()
  const tenantId = ownTenant?.id ?? (target || null)
  return (
    <Stack gap="lg" maw={760}>
      <Frozen mayThaw={ownTenant === null} onThaw={(frozen) => setAsked({ kind: 'thaw', tenantId: frozen.tenantId })} />
      <Section title={t('freeze.freeze')} about={t('freeze.about')}>
        <Group align="flex-end">
          <NativeSelect
            label={t('freeze.what')}
            value={tenantId ?? ''}
            disabled={ownTenant !== null}
            data={[
              { value: '', label: t('freeze.everything') },
              ...[...names].map(([value, name]) => ({ value, label: nameText(name) })),
            ]}
            onChange={({ currentTarget }) => setTarget(currentTarget.value)}
          />
          <Button color="red" onClick={() => setAsked({ kind: 'freeze', tenantId })}>
            {t('freeze.freeze')}
          </Button>
        </Group>
      </Section>
      {asked && <FreezeQuestion asked={asked} onClose={() => setAsked(null)} />}
    </Stack>
  )
}

type FrozenProps = { readonly mayThaw: boolean; readonly onThaw: (freeze: Freeze) => void }

/** What is frozen now, each with the way to thaw it. */
function Frozen(props: FrozenProps) {
  const { t } = useTranslation('administration')
  const query = useFreezes()
  const mayRead = useMay('tenants:read')
  const loading = (
    <Text size="sm" role="status">
      {t('common:loading')}
    </Text>
  )
  if (mayRead === false) return <Text size="sm">{t('common:lacks', { permission: 'tenants:read' })}</Text>
  if (mayRead === null) return loading
  return (
    <QueryView query={query} loading={loading}>
      {(freezes) =>
        freezes.length > 0 ? (
          freezes.map((freeze) => <FrozenTarget key={freeze.tenantId} freeze={freeze} {...props} />)
        ) : (
          <Text size="sm">{t('freeze.none')}</Text>
        )
      }
    </QueryView>
  )
}

function FrozenTarget({ freeze, mayThaw, onThaw }: FrozenProps & { readonly freeze: Freeze }) {
  const { t } = useTranslation('administration')
  const name = useTargetName()(freeze.tenantId)
  return (
    <Section title={name} about={t('freeze.reasonIs', { reason: freeze.reason })}>
      <Group justify="space-between">
        <Text size="sm">
          {t('freeze.since')} <Moment at={freeze.frozenAt} span size="sm" /> · <PlainText text={freeze.frozenBy} />
        </Text>
        {mayThaw ? (
          <Button variant="default" onClick={() => onThaw(freeze)}>
            {t('freeze.thawNamed', { name })}
          </Button>
        ) : (
          <Text size="sm">{t('freeze.mayNotThaw')}</Text>
        )}
      </Group>
    </Section>
  )
}

/** What a freeze is of, in words. */
function useTargetName(): (tenantId: string | null) => string {
  const { t } = useTranslation('administration')
  const names = useTenantNames()
  return (tenantId) => (tenantId === null ? t('freeze.everything') : nameText(names.get(tenantId) ?? tenantId))
}

type FreezeQuestionProps = { readonly asked: Asked; readonly onClose: () => void }

/** Asks for the reason before anything is frozen or thawed. */
function FreezeQuestion({ asked: { kind, tenantId }, onClose }: FreezeQuestionProps) {
  const { t } = useTranslation('administration')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const name = useTargetName()(tenantId)
  const change = useChange(() => client.freezes[kind].mutate({ tenantId, reason }), onClose)
  const confirm = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') change.mutate(undefined)
  }
  return (
    <ConfirmModal
      title={t(`freeze.${kind}Confirm`, { name })}
      verb={t(`freeze.${kind}`)}
      {...change}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t(`freeze.${kind}Text`)}</Text>
      <TextInput
        data-autofocus
        label={t('reason')}
        required
        maxLength={200}
        value={reason}
        error={isMissing && reason.trim() === '' ? t('reasonMissing') : null}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmModal>
  )
}

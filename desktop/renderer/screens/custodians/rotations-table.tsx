import { Stack, Text } from '@mantine/core'
import { RotationStage } from '../../../../shared/rotations.ts'
import { isKnown, type ReadRotation } from '../../../bridge/new-words.ts'
import {
  durationOf,
  durationText,
  lastReached,
  outcomeKey,
  verdictText,
  versionText,
} from '../../data/rotation-text.ts'
import { CopyableId } from '../../parts/copy-button.tsx'
import { ExpandButton } from '../../parts/expand-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { KeyIdText } from '../../parts/key-id-text.tsx'
import { Moment } from '../../parts/moment.tsx'
import { OutcomeBadge } from '../../parts/outcome-badge.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { RowTable, useOpenRows } from '../../parts/row-table.tsx'
import { localOf } from '../../parts/time-text.ts'
import { useTranslation } from '../../parts/use-translation.ts'

const columns = [
  { id: 'when', width: 240 },
  { id: 'operator', width: 140, grows: true },
  { id: 'outcome', width: 156 },
  { id: 'key', width: 124 },
  { id: 'stage', width: 150 },
  { id: 'verdict', width: 186 },
  { id: 'duration', width: 90, isNumeric: true },
] as const

type RotationsTableProps = {
  readonly label: string
  readonly rotations: readonly ReadRotation[]
  /** The rotation that is open from the start. */
  readonly opened?: string | undefined
}

/** Rotations, newest first; each opens to all that is known of it. */
export function RotationsTable({ label, rotations, opened }: RotationsTableProps) {
  const { t } = useTranslation('custodians')
  const { isOpen, toggle } = useOpenRows(opened)
  return (
    <RowTable
      label={label}
      columns={columns.map((column) => ({ ...column, title: t(`history.columns.${column.id}`) }))}
      rows={rotations}
      keyOf={({ rotationId }) => rotationId}
      detail={(rotation) => (isOpen(rotation.rotationId) ? <RotationDetails rotation={rotation} /> : null)}
    >
      {(rotation) => (
        <Cells
          rotation={rotation}
          isOpened={isOpen(rotation.rotationId)}
          onToggle={() => toggle(rotation.rotationId)}
        />
      )}
    </RowTable>
  )
}

type CellsProps = { readonly rotation: ReadRotation; readonly isOpened: boolean; readonly onToggle: () => void }

function Cells({ rotation, isOpened, onToggle }: CellsProps) {
  const { t } = useTranslation('custodians')
  const stage = lastReached(rotation)
  const duration = durationOf(rotation)
  const when = rotation.endedAt ?? rotation.startedAt
  return (
    <>
      <th scope="row">
        <ExpandButton isOpened={isOpened} label={t('history.details', { when: localOf(when) })} onToggle={onToggle} />
        <Moment at={when} size="sm" />
      </th>
      <td>
        <PlainText text={rotation.operator} isOneLine />
      </td>
      <td>
        <OutcomeBadge outcome={rotation.outcome} />
      </td>
      <td>
        <KeyIdText id={rotation.keyId} isShort />
      </td>
      <td>{stage === null ? t('stage.none') : isKnown(RotationStage, stage) ? t(`stage.${stage}`) : stage}</td>
      <td>{verdictText(rotation.verdict, (verdict) => t(`verdictShort.${verdict}`))}</td>
      <td style={{ textAlign: 'end' }}>{duration === null ? '–' : durationText(duration)}</td>
    </>
  )
}

/** All that is known of one rotation. */
function RotationDetails({ rotation }: { readonly rotation: ReadRotation }) {
  const { t } = useTranslation('custodians')
  const { outcome, verdict, reason, startedAt, endedAt, rotationId, keyId, previousKeyId } = rotation
  return (
    <Stack gap="xs" py="xs">
      <Text size="sm" fw={600}>
        {t(`custodians:outcomeMeaning.${outcomeKey(outcome)}`)}
      </Text>
      <Facts
        facts={[
          [t('custodians:history.columns.verdict'), verdictText(verdict, (known) => t(`custodians:verdict.${known}`))],
          [t('custodians:version'), versionText(rotation)],
          [t('custodians:history.newKey'), <KeyIdText key="new" id={keyId} />],
          [t('custodians:history.previousKey'), <KeyIdText key="previous" id={previousKeyId} />],
          [t('custodians:history.began'), <Moment key="began" at={startedAt} size="sm" />],
          [t('custodians:history.ended'), endedAt ? <Moment key="ended" at={endedAt} size="sm" /> : '–'],
        ]}
      />
      {reason !== null && (
        <details>
          <summary>{t('common:details')}</summary>
          <Text size="xs" ff="monospace" component="div">
            <PlainText text={reason} />
          </Text>
        </details>
      )}
      <CopyableId label={t('common:rotationId')} id={rotationId} />
    </Stack>
  )
}

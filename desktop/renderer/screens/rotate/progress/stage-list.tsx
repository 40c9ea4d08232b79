import { Text, VisuallyHidden } from '@mantine/core'
import { Circle, CircleCheck, CircleDashed, CircleHelp, CircleMinus, CircleX, LoaderCircle } from 'lucide-react'
import { RotationStage } from '../../../../../shared/rotations.ts'
import type { StageStatus, Stages } from '../../../data/rotation-stages.ts'
import { useTranslation } from '../../../parts/use-translation.ts'
import classes from './stage-list.module.css'

const icons = {
  waiting: Circle,
  running: LoaderCircle,
  reached: CircleCheck,
  failed: CircleX,
  'not-reached': CircleDashed,
  'not-needed': CircleMinus,
  unknown: CircleHelp,
} as const satisfies Record<StageStatus, unknown>

type StageListProps = { readonly stages: Stages; readonly provider: string }

/** The way of a rotation; a stage counts as reached only when the server has said so. */
export function StageList({ stages, provider }: StageListProps) {
  const { t } = useTranslation('rotate')
  const statusText = (stage: RotationStage, status: StageStatus) => {
    if (status === 'running') return t(`stages.running.${stage}`, { provider })
    return stage === 'sent' && status === 'unknown' ? t('stages.maybeSent') : t(`stages.status.${status}`)
  }
  return (
    <>
      <ol className={classes.list} aria-label={t('stages.title')}>
        {RotationStage.options.map((stage) => {
          const status = stages[stage]
          const Icon = icons[status]
          return (
            <li
              key={stage}
              className={classes.stage}
              data-stage={stage}
              data-status={status}
              {...(status === 'running' && { 'aria-current': 'step' as const })}
            >
              <Icon size={20} aria-hidden className={classes.icon} />
              <Text size="sm" fw={status === 'waiting' || status === 'not-reached' ? 400 : 600}>
                {t(`stages.${stage}`, { provider })}
              </Text>
              <Text size="xs" c="dimmed">
                {statusText(stage, status)}
              </Text>
            </li>
          )
        })}
      </ol>
      <Said stages={stages} provider={provider} />
    </>
  )
}

/** The stages reached, in progress or failed: a sentence each, of which a screen reader reads only the new ones. */
function Said({ stages, provider }: StageListProps) {
  const { t } = useTranslation('rotate')
  return (
    <VisuallyHidden role="status" aria-atomic={false}>
      {RotationStage.options
        .filter((stage) => ['reached', 'running', 'failed'].includes(stages[stage]))
        .map((stage) => (
          <span key={stage}>
            {stages[stage] === 'running'
              ? t(`stages.running.${stage}`, { provider })
              : t('stages.progress', {
                  stage: t(`stages.${stage}`, { provider }),
                  status: t(`stages.status.${stages[stage]}`),
                })}{' '}
          </span>
        ))}
    </VisuallyHidden>
  )
}

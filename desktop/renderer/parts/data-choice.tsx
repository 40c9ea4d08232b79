import { Badge, Radio, Stack } from '@mantine/core'
import { useTranslation } from './use-translation.ts'

type DataChoiceProps = {
  readonly withDemo: boolean
  readonly onChange: (withDemo: boolean) => void
  readonly isDisabled: boolean
}

/** Which of its two data folders the server of this machine starts with. */
export function DataChoice({ withDemo, onChange, isDisabled }: DataChoiceProps) {
  const { t } = useTranslation('thisMachine')
  return (
    <Radio.Group label={t('data')} value={withDemo ? 'demo' : 'own'} onChange={(value) => onChange(value === 'demo')}>
      <Stack gap="xs" mt="xs">
        <Radio value="own" label={t('noData')} description={t('noDataText')} disabled={isDisabled} />
        <Radio value="demo" label={t('demoData')} description={t('demoDataText')} disabled={isDisabled} />
      </Stack>
    </Radio.Group>
  )
}

/** Which of the two data folders of this machine is meant. */
export function WhichData({ isDemo }: { readonly isDemo: boolean }) {
  const { t } = useTranslation('thisMachine')
  return <Badge variant="default">{t(isDemo ? 'demoData' : 'noData')}</Badge>
}

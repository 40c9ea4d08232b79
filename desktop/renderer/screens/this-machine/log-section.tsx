import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Section } from '../../parts/section.tsx'
import { LogView } from './log-view.tsx'

/** The log, read only while somebody looks at it. */
export function LogSection() {
  const { t } = useTranslation('thisMachine')
  const [isOpen, { toggle }] = useDisclosure(false)
  return (
    <Section
      title={t('log')}
      aside={
        <Group gap="xs">
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={toggle}>
            {t(isOpen ? 'logHide' : 'logShow')}
          </Button>
        </Group>
      }
    >
      {isOpen && <LogView />}
    </Section>
  )
}

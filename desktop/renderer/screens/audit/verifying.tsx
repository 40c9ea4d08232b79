import { Accordion, Code, Group, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../parts/copy-button.tsx'

const verify = 'strongroom audit verify --data DIR'
const exportAll = 'strongroom audit export --data DIR --output audit.ndjson'

/** What verifying is, and how it is done where there is no network. */
export function Verifying() {
  const { t } = useTranslation('audit')
  return (
    <Accordion variant="contained" order={2} transitionDuration={0} styles={{ item: { transition: 'none' } }}>
      <Accordion.Item value="verifying">
        <Accordion.Control>{t('verifying')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="xs" maw={760}>
            <Text size="sm">{t('verifyWhat')}</Text>
            <List size="sm" spacing="xs">
              <List.Item>
                {t('verifyHow')} <Command text={verify} />
              </List.Item>
              <List.Item>
                {t('verifyOffline')} <Command text={exportAll} />
              </List.Item>
              <List.Item>{t('verifyKeep')}</List.Item>
            </List>
            <Text size="sm">{t('verifyExport')}</Text>
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

function Command({ text }: { readonly text: string }) {
  const { t } = useTranslation('audit')
  return (
    <Group gap={4} wrap="nowrap" mt={4}>
      <Code>{text}</Code>
      <CopyButton text={text} what={t('command')} />
    </Group>
  )
}

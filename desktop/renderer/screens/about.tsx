import { thirdParty } from 'virtual:third-party'
import { Accordion, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Empty } from '../parts/empty.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { SearchInput } from '../parts/search-input.tsx'
import { useTranslation } from '../parts/use-translation.ts'
import { useConsole } from '../session/console-state.ts'

const keyOf = ({ name, version }: { readonly name: string; readonly version: string }) => `${name} ${version}`

/** What the console is, and under which licences its parts come. */
export function AboutScreen() {
  const { t } = useTranslation('about')
  const { versions } = useConsole()
  const [wanted, setWanted] = useState('')
  const found = thirdParty.filter((part) =>
    `${keyOf(part)} ${part.license}`.toLowerCase().includes(wanted.toLowerCase()),
  )
  return (
    <ScreenFrame title={t('title', { version: versions.console })} about={t('about')}>
      <Text size="sm">{t('licence')}</Text>
      <Title order={2} size="h5">
        {t('packages')}
      </Title>
      <Group>
        <SearchInput label={t('search', { count: thirdParty.length })} value={wanted} onChange={setWanted} />
      </Group>
      {found.length === 0 && <Empty title={t('nothing')} />}
      <Accordion variant="separated" role="list" aria-label={t('packages')}>
        {found.map((part) => (
          <Accordion.Item key={keyOf(part)} value={keyOf(part)} role="listitem">
            <Accordion.Control>
              <Group gap="xs">
                <Text size="sm" fw={500}>
                  {keyOf(part)}
                </Text>
                <Text size="sm" c="dimmed">
                  {part.license}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack>
                <Code block>{part.text || t('noText')}</Code>
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </ScreenFrame>
  )
}

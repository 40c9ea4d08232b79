import { Group, Kbd, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shortcuts } from '../../app/shortcut-table.ts'
import { useConsole } from '../../console-state.ts'
import { Page } from '../../parts/page.tsx'

const keyName = (key: string, isMac: boolean) => (key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : key)

export function ShortcutsScreen() {
  const { t } = useTranslation('shortcuts')
  const isMac = useConsole().versions.platform.startsWith('darwin')
  return (
    <Page title={t('title')} about={t('about')}>
      <Table maw={560} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('keys')}</Table.Th>
            <Table.Th scope="col">{t('effect')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shortcuts.map(({ keys, words }) => (
            <Table.Tr key={keys}>
              <Table.Td>
                <Group gap={4}>
                  {keys.split('+').map((key) => (
                    <Kbd key={key}>{keyName(key, isMac)}</Kbd>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{t(words)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Page>
  )
}

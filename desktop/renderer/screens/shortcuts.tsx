import { Group, SimpleGrid, Stack, Table, Title } from '@mantine/core'
import { Keys } from '../parts/keys.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { useTranslation } from '../parts/use-translation.ts'
import { destinations } from '../session/navigation.ts'

/** Every shortcut of the console by where it works; `mod` is Ctrl, on a Mac Command. */
const shortcuts = {
  everywhere: [
    { keys: ['mod+K'], words: 'palette' },
    { keys: ['mod+L'], words: 'lock' },
    { keys: ['mod+R'], words: 'refresh' },
    { keys: ['mod+E'], words: 'export' },
    { keys: ['/', 'mod+F'], words: 'search' },
    { keys: ['Escape'], words: 'close' },
    { keys: ['?'], words: 'shortcuts' },
  ],
  screens: destinations.map(({ digit, words }) => ({ keys: [`mod+${digit}`], words })),
  wallets: [
    { keys: ['Down', 'Up'], words: 'row' },
    { keys: ['PageDown', 'PageUp'], words: 'page' },
    { keys: ['Home', 'End'], words: 'ends' },
    { keys: ['Right', 'Left'], words: 'inside' },
    { keys: ['Enter'], words: 'open' },
    { keys: ['mod+C'], words: 'copy' },
  ],
} as const

const places = ['everywhere', 'wallets', 'screens'] as const

export function ShortcutsScreen() {
  const { t } = useTranslation('shortcuts')
  return (
    <ScreenFrame title={t('title')} about={t('about')}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="lg" maw={1040}>
        {places.map((place) => (
          <Shortcuts key={place} place={place} />
        ))}
      </SimpleGrid>
    </ScreenFrame>
  )
}

/** The shortcuts that work in one place. */
function Shortcuts({ place }: { readonly place: (typeof places)[number] }) {
  const { t } = useTranslation('shortcuts')
  const title = t(`places.${place}`)
  return (
    <Stack component="section" gap={4}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Table aria-label={title} verticalSpacing={6} horizontalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" fz="xs">
              {t('effect')}
            </Table.Th>
            <Table.Th scope="col" fz="xs" ta="end">
              {t('keys')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shortcuts[place].map(({ keys, words }) => (
            <Table.Tr key={words}>
              <Table.Th scope="row" fw={400}>
                {t(words)}
              </Table.Th>
              <Table.Td>
                <Group gap="sm" justify="flex-end" wrap="nowrap">
                  {keys.map((each) => (
                    <Keys key={each} keys={each} />
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

import { Paper, ScrollArea, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { numberText } from '../../parts/number-text.ts'
import { NameText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import type { BlockchainCount } from './reserve-rows.ts'

/** What a window leaves below the frame of the screen, so that the chart and the first rows stay in sight. */
const roomForCounts = 'calc(max(216px, 100dvh - 540px))'

/** How many tokens and transactions there are on each blockchain. */
export function BlockchainCounts({ counts }: { readonly counts: readonly BlockchainCount[] }) {
  const { t } = useTranslation('reserves')
  const tokens = counts.reduce((sum, count) => sum + count.tokens, 0)
  const transactions = counts.reduce((sum, count) => sum + count.transactions, 0n)
  return (
    <Paper component="section" withBorder p="md" aria-label={t('counts')}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {t('counts')}
        </Title>
        <Text size="xs" c="dimmed">
          {t('countsHint')}
        </Text>
        <ScrollArea.Autosize
          mah={roomForCounts}
          type="auto"
          offsetScrollbars="present"
          viewportProps={{ tabIndex: 0, 'aria-label': t('counts'), role: 'group' }}
        >
          <Table aria-label={t('counts')} tabularNums stickyHeader verticalSpacing={5} horizontalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('blockchain')}</Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('tokens')}
                </Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('transactionCount')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {counts.map((count) => (
                <Counts key={count.blockchain} name={<NameText name={count.blockchain} />} {...count} />
              ))}
            </Table.Tbody>
            <Table.Tfoot fw={700} pos="sticky" bottom={0} bg="var(--color-surface)">
              <Counts name={t('all')} tokens={tokens} transactions={transactions} />
            </Table.Tfoot>
          </Table>
        </ScrollArea.Autosize>
      </Stack>
    </Paper>
  )
}

type CountsProps = Omit<BlockchainCount, 'blockchain'> & { readonly name: ReactNode }

function Counts({ name, tokens, transactions }: CountsProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw="inherit">
        {name}
      </Table.Th>
      <Table.Td ta="end">{numberText(tokens)}</Table.Td>
      <Table.Td ta="end">{numberText(transactions)}</Table.Td>
    </Table.Tr>
  )
}

import { Alert, Stack, Table, Text } from '@mantine/core'
import { GitMerge } from 'lucide-react'
import { PlainText } from './plain-text.tsx'
import { useTranslation } from './use-translation.ts'

type Row = {
  readonly label: string
  readonly before: string | null
  readonly now: string | null
  readonly yours: string | null
}

/** What someone else changed since editing began, next to what was typed. */
export function ConflictNotice({ rows }: { readonly rows: readonly Row[] }) {
  const { t } = useTranslation('administration')
  const cell = (text: string | null) => (text ? <PlainText text={text} /> : t('conflict.empty'))
  return (
    <Alert color="yellow" variant="light" role="alert" title={t('conflict.title')} icon={<GitMerge aria-hidden />}>
      <Stack gap="xs">
        <Text size="sm">{t(rows.length > 0 ? 'conflict.text' : 'conflict.same')}</Text>
        {rows.length > 0 && (
          <Table aria-label={t('conflict.title')} withRowBorders={false} verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('conflict.field')}</Table.Th>
                <Table.Th>{t('conflict.before')}</Table.Th>
                <Table.Th>{t('conflict.now')}</Table.Th>
                <Table.Th>{t('conflict.yours')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ label, before, now, yours }) => (
                <Table.Tr key={label}>
                  <Table.Th scope="row">{label}</Table.Th>
                  <Table.Td>{cell(before)}</Table.Td>
                  <Table.Td>{cell(now)}</Table.Td>
                  <Table.Td>{cell(yours)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Alert>
  )
}

import { Accordion, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ImportKind, importColumns } from './import-columns.ts'
import { WideTable } from './wide-table.tsx'

/** Which columns make which kind of file. */
export function AcceptedFiles() {
  const { t } = useTranslation('thisMachine')
  return (
    <Accordion variant="contained" order={3}>
      <Accordion.Item value="formats">
        <Accordion.Control>{t('formats')}</Accordion.Control>
        <Accordion.Panel>
          <Text size="sm" mb="sm">
            {t('formatsHint')}
          </Text>
          <WideTable name={t('formats')} minWidth={480}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('kind')}</Table.Th>
                <Table.Th scope="col">{t('columns')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {(Object.keys(importColumns) as ImportKind[]).map((kind) => (
                <KindRow key={kind} kind={kind} />
              ))}
            </Table.Tbody>
          </WideTable>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

function KindRow({ kind }: { readonly kind: ImportKind }) {
  const { t } = useTranslation('thisMachine')
  const { required, optional } = importColumns[kind]
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {t(`kinds.${kind}`)}
      </Table.Th>
      <Table.Td>
        <Text size="xs" ff="monospace">
          {required.join(', ')}
        </Text>
        {optional.length > 0 && (
          <Text size="xs" c="dimmed">
            {t('optional')}:{' '}
            <Text span inherit ff="monospace">
              {optional.join(', ')}
            </Text>
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

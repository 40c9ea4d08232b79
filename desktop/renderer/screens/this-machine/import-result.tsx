import { Alert, Button, Stack, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportedFile } from '../../../bridge/local.ts'
import { numberText } from '../../parts/number-text.ts'
import { PlainText } from '../../parts/plain-text.tsx'
import { revealRefused } from './ask-local.ts'
import classes from './this-machine.module.css'
import { WideTable } from './wide-table.tsx'

const fates = ['added', 'changed', 'unchanged', 'skipped', 'refused'] as const

/** What became of the lines of each file, and which were refused and why. */
export function ImportResult({ files }: { readonly files: readonly ImportedFile[] }) {
  const { t } = useTranslation('thisMachine')
  return (
    <Stack gap="md" role="status">
      <Title order={3} size="h5">
        {t('imported')}
      </Title>
      <WideTable name={t('imported')} minWidth={640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" miw={180}>
              {t('file')}
            </Table.Th>
            <Table.Th scope="col">{t('kind')}</Table.Th>
            {fates.map((fate) => (
              <Table.Th key={fate} scope="col" className={classes.number}>
                {t(`fates.${fate}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map((file) => (
            <Table.Tr key={file.file}>
              <Table.Td>
                <PlainText text={file.file} />
              </Table.Td>
              <Table.Td>{file.kind ?? t('unknownKind')}</Table.Td>
              {fates.map((fate) => (
                <Table.Td key={fate} className={classes.number} fw={fate === 'refused' && file.refused > 0 ? 700 : 400}>
                  {numberText(file[fate])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      {files.map((file, index) => file.refused > 0 && <RefusedLines key={file.file} file={file} index={index} />)}
    </Stack>
  )
}

type RefusedLinesProps = {
  readonly file: ImportedFile
  /** Its place among the files. */
  readonly index: number
}

function RefusedLines({ file: { file, refused, refusedLines }, index }: RefusedLinesProps) {
  const { t } = useTranslation('thisMachine')
  return (
    <Alert color="orange" variant="light" title={<PlainText text={t('refusedTitle', { count: refused, file })} />}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('refusedHint')}</Text>
        <Table aria-label={t('refusedTitle', { count: refused, file })}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" className={classes.number} w={80}>
                {t('line')}
              </Table.Th>
              <Table.Th scope="col">{t('reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {refusedLines.map(({ line, reason }) => (
              <Table.Tr key={line}>
                <Table.Td className={classes.number}>{line}</Table.Td>
                <Table.Td>
                  <PlainText text={reason} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {refusedLines.length < refused && <Text size="sm">{t('firstOnes', { count: refusedLines.length })}</Text>}
        <Button size="xs" variant="default" onClick={() => revealRefused(index)}>
          {t('revealRefused')}
        </Button>
      </Stack>
    </Alert>
  )
}

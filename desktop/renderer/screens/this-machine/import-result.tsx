import { Alert, Button, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ImportedFile } from '../../../bridge/local.ts'
import { numberText } from '../../parts/number-text.ts'
import { PlainText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { revealRefused } from '../../session/local-server.ts'
import classes from './this-machine.module.css'

const results = ['added', 'changed', 'unchanged', 'skipped', 'refused'] as const

/** The outcome for each file: its lines by result, and the refused ones with the reason. */
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
            {results.map((result) => (
              <Table.Th key={result} scope="col" className={classes.number}>
                {t(`results.${result}`)}
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
              {results.map((result) => (
                <Table.Td
                  key={result}
                  className={classes.number}
                  fw={result === 'refused' && file.refused > 0 ? 700 : 400}
                >
                  {numberText(file[result])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      {files.map((file, index) => file.refused > 0 && <RefusedLines key={file.file} file={file} index={index} />)}
      {files.map((file) => file.warned > 0 && <Warnings key={file.file} file={file} />)}
    </Stack>
  )
}

type RefusedLinesProps = {
  readonly file: ImportedFile
  /** Its place among the files. */
  readonly index: number
}

function RefusedLines({ file: { file, refused, refusedLines, otherBlocks }, index }: RefusedLinesProps) {
  const { t } = useTranslation('thisMachine')
  return (
    <Alert color="orange" variant="light" title={<PlainText text={t('refusedTitle', { count: refused, file })} />}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('refusedHint')}</Text>
        {otherBlocks > 0 && <Text size="sm">{t('otherBlocks', { count: otherBlocks })}</Text>}
        <Lines
          name={t('refusedTitle', { count: refused, file })}
          heading={t('reason')}
          lines={refusedLines.map(({ line, reason }) => [line, reason])}
        />
        {refusedLines.length < refused && <Text size="sm">{t('firstOnes', { count: refusedLines.length })}</Text>}
        <Button size="xs" variant="default" onClick={() => revealRefused(index)}>
          {t('revealRefused')}
        </Button>
      </Stack>
    </Alert>
  )
}

function Warnings({ file: { file, warned, warnings } }: { readonly file: ImportedFile }) {
  const { t } = useTranslation('thisMachine')
  const title = t('warnedTitle', { count: warned, file })
  return (
    <Alert color="yellow" variant="light" title={<PlainText text={title} />}>
      <Stack gap="sm" align="flex-start">
        <Lines name={title} heading={t('warning')} lines={warnings.map(({ line, warning }) => [line, warning])} />
        {warnings.length < warned && <Text size="sm">{t('firstWarnings', { count: warnings.length })}</Text>}
      </Stack>
    </Alert>
  )
}

type LinesProps = {
  readonly name: string
  /** Of the second column. */
  readonly heading: string
  readonly lines: readonly (readonly [line: number, text: string])[]
}

function Lines({ name, heading, lines }: LinesProps) {
  const { t } = useTranslation('thisMachine')
  return (
    <Table aria-label={name}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" className={classes.number} w={80}>
            {t('line')}
          </Table.Th>
          <Table.Th scope="col">{heading}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(([line, text]) => (
          <Table.Tr key={line}>
            <Table.Td className={classes.number}>{line}</Table.Td>
            <Table.Td>
              <PlainText text={text} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

type WideTableProps = { readonly name: string; readonly minWidth: number; readonly children: ReactNode }

/** A table that scrolls sideways where the window is narrow, with the keyboard too. */
export const WideTable = ({ name, minWidth, children }: WideTableProps) => (
  <Table.ScrollContainer
    minWidth={minWidth}
    scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': name } }}
  >
    <Table>{children}</Table>
  </Table.ScrollContainer>
)

import { Accordion, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BusyButton } from '../../parts/busy-button.tsx'
import { WhichData } from '../../parts/data-choice.tsx'
import { goToFirstError } from '../../parts/go-to-first-error.ts'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { callLocalServer } from '../../session/local-server.ts'
import { type ImportKind, importColumns } from './import-columns.ts'
import { ImportResult, WideTable } from './import-result.tsx'
import { TaskProgress, TaskResult, useLongTask } from './long-task.tsx'

const longestNetwork = 60

/** Takes in files that main lets choose, and says line by line what was refused. */
export function ImportSection({ isDemo }: { readonly isDemo: boolean }) {
  const { t } = useTranslation('thisMachine')
  const queryClient = useQueryClient()
  const { run, isPending, isDone, answer, failure } = useLongTask('import')
  const form = useForm({
    initialValues: { network: 'Ethereum' },
    validate: {
      network: (network) =>
        (network.trim() === '' && t('networkNeeded')) || (network.length > longestNetwork && t('networkLong')) || null,
    },
  })
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries()
  }, [isDone, queryClient])
  return (
    <Section title={t('importing')} about={t('importAbout')} aside={<WhichData isDemo={isDemo} />}>
      <form
        onSubmit={form.onSubmit(({ network }) => run({ do: 'import', network: network.trim() }), goToFirstError)}
        noValidate
      >
        <Stack gap="md" align="flex-start">
          <TextInput
            w={360}
            maw="100%"
            label={t('network')}
            description={t('networkHint')}
            disabled={isPending}
            {...form.getInputProps('network')}
          />
          <Group gap="xs">
            <BusyButton type="submit" loading={isPending}>
              {t('pick')}
            </BusyButton>
            {isPending && (
              <Button variant="default" onClick={() => void callLocalServer({ do: 'cancel' })}>
                {t('cancelImport')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {isPending && (
        <TaskProgress
          task="import"
          label={t('importing')}
          choosing={t('choosing')}
          textOf={(file) => t('reading', { file })}
        />
      )}
      <TaskResult isPending={isPending} failure={failure} cancelled={isDone && answer === null && t('nothingImported')}>
        {answer?.kind === 'imported' && <ImportResult files={answer.files} />}
      </TaskResult>
      <AcceptedFiles />
    </Section>
  )
}

/** Which columns make which kind of file. */
function AcceptedFiles() {
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

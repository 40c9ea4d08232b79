import { Group, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { type Metadata, readMetadata } from './metadata.ts'
import classes from './metadata-tree.module.css'
import { MetadataTree } from './metadata-tree.tsx'

/** The metadata of a wallet as a tree, or as the text it is. */
export function MetadataView({ json }: { readonly json: string }) {
  const { t } = useTranslation('wallets')
  const metadata = useMemo(() => readMetadata(json), [json])
  return (
    <Stack gap="xs">
      <Group gap={4}>
        <Title order={3} size="h5">
          {t('metadata')}
        </Title>
        <CopyButton text={json} what={t('copyAll')} />
      </Group>
      {metadata.kind === 'text' ? <AsText metadata={metadata} /> : <AsTree root={metadata.root} />}
    </Stack>
  )
}

function AsTree({ root }: Pick<Extract<Metadata, { kind: 'tree' }>, 'root'>) {
  const { t } = useTranslation('wallets')
  const isEmpty = root.entryCount === 0 && (root.kind === 'object' || root.kind === 'array')
  if (isEmpty) return <Text size="sm">{t('metadataEmpty')}</Text>
  return <MetadataTree nodes={[root]} />
}

function AsText({ metadata }: { readonly metadata: Extract<Metadata, { kind: 'text' }> }) {
  const { t } = useTranslation('wallets')
  const { text, moreCharacters, reason } = metadata
  return (
    <Stack gap={4}>
      <Text size="sm">{t('metadataText', { reason })}</Text>
      <p className={classes.text}>
        <PlainText text={text} />
        {moreCharacters > 0 && <span className={classes.about}> {t('metadataMore', { count: moreCharacters })}</span>}
      </p>
    </Stack>
  )
}

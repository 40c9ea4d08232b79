import { Group, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { shortened } from '../../parts/visible-text.ts'
import { jsonOf, type Metadata, type MetadataNode, readMetadata } from './metadata.ts'
import classes from './metadata-tree.module.css'

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

const nameLength = 80

/** Entries of a value, one below the other; those that have entries of their own can be folded. */
function MetadataTree({ nodes }: { readonly nodes: readonly MetadataNode[] }) {
  return (
    <ul className={classes.tree}>
      {nodes.map((node, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries of one text never move
        <li key={place}>{node.entryCount > 0 ? <Branch node={node} /> : <Leaf node={node} />}</li>
      ))}
    </ul>
  )
}

function Name({ name }: Pick<MetadataNode, 'name'>) {
  if (name === null) return null
  return (
    <span className={classes.name}>
      <PlainText text={shortened(name, nameLength)} />
    </span>
  )
}

function Branch({ node }: { readonly node: MetadataNode }) {
  const { t } = useTranslation('wallets')
  const hidden = node.entryCount - node.entries.length
  return (
    <details open>
      <summary className={classes.line}>
        <Name name={node.name} />
        <span className={classes.about}>{t('entries', { count: node.entryCount })}</span>
      </summary>
      <MetadataTree nodes={node.entries} />
      {hidden > 0 && <p className={classes.about}>{t('metadataMoreEntries', { count: hidden })}</p>}
    </details>
  )
}

const empty = { object: '{}', array: '[]' } as const

function Leaf({ node }: { readonly node: MetadataNode }) {
  const { t } = useTranslation('wallets')
  const { kind, text, moreCharacters } = node
  return (
    <div className={classes.line}>
      <Name name={node.name} />
      <span className={classes.value} data-kind={kind}>
        {kind === 'object' || kind === 'array' ? empty[kind] : <PlainText text={text} />}
        {moreCharacters > 0 && <span className={classes.about}> {t('metadataMore', { count: moreCharacters })}</span>}
      </span>
      <CopyButton text={jsonOf(node.value)} what={shortened(node.name ?? t('metadata'), nameLength)} />
    </div>
  )
}

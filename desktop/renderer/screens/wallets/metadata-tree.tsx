import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { shortened } from '../../parts/shortened.ts'
import { jsonOf, type MetadataNode } from './metadata.ts'
import classes from './metadata-tree.module.css'

const nameLength = 80

/** Entries of a value, one below the other; those that have entries of their own can be folded. */
export function MetadataTree({ nodes }: { readonly nodes: readonly MetadataNode[] }) {
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

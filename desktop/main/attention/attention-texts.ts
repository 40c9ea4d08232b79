import { nameUnseen } from '../../../shared/unseen-characters.ts'
import { type Attention, type AttentionKind, placeOf } from '../../bridge/attention.ts'
import { t } from '../../words/words.ts'
import type { AttentionStatus } from './attention-watch.ts'
import type { TrayImage } from './tray-images.ts'

/** What the icon in the tray shows. */
export type TrayFace = {
  readonly image: Exclude<TrayImage, 'template'>
  /** macOS shows it next to a mark without a figure. */
  readonly title: string
  readonly tooltip: string
}

export type Notice = {
  readonly title: string
  readonly body: string
  /** The screen where it is dealt with. */
  readonly place: string
}

/** The largest figure that fits on the icon. */
const mostInImage = 9

function imageOf(status: AttentionStatus): TrayFace['image'] {
  if (status.kind !== 'known') return 'unknown'
  if (status.count === 0) return 'plain'
  return status.count > mostInImage ? 'more' : (`count${status.count}` as TrayFace['image'])
}

function stateText(status: AttentionStatus): string {
  if (status.kind !== 'known') return t(`attention:status.${status.kind}`)
  return status.count === 0 ? t('home:nothing') : t('home:attentionCount', { count: status.count })
}

function titleFor(status: AttentionStatus): string {
  if (status.kind !== 'known' || status.count === 0) return ''
  return status.count > 99 ? '99+' : `${status.count}`
}

export const trayFaceOf = (status: AttentionStatus): TrayFace => ({
  image: imageOf(status),
  title: titleFor(status),
  tooltip: `${t('product')}: ${stateText(status)}`,
})

/** Characters of a name; the system would cut a longer text anywhere. */
const mostOfName = 60

/** A server chooses the name, and some desktops read markup in the body: it goes into the title, which is plain. */
function titleOf({ kind, custodian }: Attention): string {
  const what = t(`home:kind.${kind}`)
  return custodian ? `${what}: ${[...nameUnseen(custodian.name)].slice(0, mostOfName).join('')}` : what
}

const meaningOf = ({ kind, count = 0 }: Attention) => t(`home:meaning.${kind}`, { count })

/** As `Rejected: 2, Overdue: 1`. */
function countsOf(items: readonly Attention[]): string {
  const kinds: readonly AttentionKind[] = [...new Set(items.map(({ kind }) => kind))]
  return kinds.map((one) => `${t(`home:kind.${one}`)}: ${items.filter(({ kind }) => kind === one).length}`).join(', ')
}

/** What a notification says of new entries. */
export function noticeOf(added: readonly Attention[]): Notice {
  const [first] = added
  if (first && added.length === 1) return { title: titleOf(first), body: meaningOf(first), place: placeOf(first) }
  return { title: t('attention:added', { count: added.length }), body: countsOf(added), place: '/home' }
}

/** What it says while the console is locked: how much there is, and nothing of what. */
export const lockedNoticeOf = (added: readonly Attention[], count: number): Notice => ({
  title: t('home:attentionCount', { count }),
  body: t('attention:unlockFirst'),
  place: noticeOf(added).place,
})

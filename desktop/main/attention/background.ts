import { type Attention, isCritical } from '../../bridge/attention.ts'
import type { Settings } from '../../bridge/settings.ts'
import { t } from '../../words/words.ts'
import { lockedNoticeOf, type Notice, noticeOf, type TrayFace, trayFaceOf } from './attention-texts.ts'
import { type AttentionStatus, createAttentionWatch, type Situation } from './attention-watch.ts'
import { type AttentionReads, readAttention } from './read-attention.ts'

export type TrayMenuItem = { readonly label: string; readonly run: (() => void) | null }

/** What the system shows of the console outside its window. */
export type Desktop = {
  /** Polled where the system may have no place for an icon; null where it always has one. */
  readonly findTrayHost: (() => Promise<boolean>) | null
  /** Null removes the icon. */
  showTray(tray: (TrayFace & { readonly menu: readonly TrayMenuItem[] }) | null): void
  notify(notice: Pick<Notice, 'title' | 'body'>, onClick: () => void): void
  isWindowFocused(): boolean
  /** Brings the window to the front, at a screen or as it is. */
  open(place: string | null): void
  quit(): void
}

type Parts = {
  readonly desktop: Desktop
  readonly settings: () => Settings
  /** The profile in use: its id, and its address, which changes with its server. */
  readonly profile: () => { readonly id: string; readonly url: string } | null
  readonly isSignedIn: () => boolean
  readonly isLocked: () => boolean
  readonly lock: () => void
  readonly reads: AttentionReads
  /** Called when it is found out whether there is a place for an icon. */
  readonly onChange: () => void
}

export type Background = Disposable & {
  /** To be called whenever the state of the console may have changed. */
  follow(): void
  checkNow(): Promise<void>
  hasTrayHost(): boolean
  /** Whether the icon is shown, so that a person finds the console also without its window. */
  isInTray(): boolean
}

const eachMinute = 60_000

type TrayParts = Pick<Parts, 'desktop' | 'isLocked' | 'lock'> & {
  readonly checkNow: () => void
  /** Null where there is to be no icon. */
  readonly face: () => TrayFace | null
}

/** Draws only what has changed: a menu that is drawn again closes while a person reads it. */
function createTrayDrawing({ desktop, isLocked, lock, checkNow, face }: TrayParts) {
  let drawn = 'null'

  const menu = ({ tooltip }: TrayFace): readonly TrayMenuItem[] => [
    { label: tooltip, run: null },
    { label: t('attention:menu.open'), run: () => desktop.open(null) },
    { label: t('attention:menu.check'), run: checkNow },
    { label: t('lock'), run: isLocked() ? null : lock },
    { label: t('attention:menu.quit'), run: desktop.quit },
  ]

  return {
    draw(): void {
      const current = face()
      const tray = current && { ...current, menu: menu(current) }
      const drawing = JSON.stringify(tray && [tray, isLocked()])
      if (drawing === drawn) return
      drawn = drawing
      desktop.showTray(tray)
    },
  }
}

/** Shows what needs an operator while no one looks at the console: in the tray and by notifications of the system. */
export function watchInBackground(parts: Parts): Background {
  const { desktop, settings, profile } = parts
  let hasTrayHost = desktop.findTrayHost === null
  let status: AttentionStatus = { kind: 'off' }
  let wasAskedFor = settings().showsTrayIcon

  const isInTray = () => settings().showsTrayIcon && hasTrayHost

  function situation(): Situation {
    const { notifies, checksWhileLocked, rotationDueDays } = settings()
    const { id = '', url = '' } = profile() ?? {}
    const subject = [id, url, rotationDueDays].join(' ')
    if (!isInTray() && notifies === 'nothing') return { state: 'off', subject }
    if (parts.isLocked() && !checksWhileLocked) return { state: 'locked', subject }
    return { state: parts.isSignedIn() ? 'on' : 'signedOut', subject }
  }

  const watch = createAttentionWatch({
    situation,
    read: () => readAttention(parts.reads, settings().rotationDueDays),
    onStatus: (next) => {
      status = next
      tray.draw()
    },
    onNew: (added, all) => notify(parts, added, all),
  })
  const checkNow = () => void watch.checkNow()
  const tray = createTrayDrawing({ ...parts, checkNow, face: () => (isInTray() ? trayFaceOf(status) : null) })

  function follow(): void {
    watch.follow()
    tray.draw()
    const isAskedFor = settings().showsTrayIcon
    if (isAskedFor && !wasAskedFor) void lookForTrayHost()
    wasAskedFor = isAskedFor
  }

  async function lookForTrayHost(): Promise<void> {
    const hadTrayHost = hasTrayHost
    hasTrayHost = (await desktop.findTrayHost?.()) ?? true
    if (hasTrayHost !== hadTrayHost) parts.onChange()
    else follow()
  }

  void lookForTrayHost()
  const looking = setInterval(() => settings().showsTrayIcon && void lookForTrayHost(), eachMinute)

  return {
    follow,
    isInTray,
    checkNow: watch.checkNow,
    hasTrayHost: () => hasTrayHost,
    [Symbol.dispose]() {
      clearInterval(looking)
      watch[Symbol.dispose]()
    },
  }
}

/** A person who has the window in front sees the new entries there. */
function notify(
  { desktop, settings, isLocked, profile }: Parts,
  added: readonly Attention[],
  all: readonly Attention[],
) {
  const { notifies } = settings()
  const wanted = notifies === 'critical' ? added.filter(({ kind }) => isCritical(kind)) : added
  if (notifies === 'nothing' || wanted.length === 0 || (desktop.isWindowFocused() && !isLocked())) return
  const { place, ...notice } = isLocked() ? lockedNoticeOf(wanted, all.length) : noticeOf(wanted)
  const subject = profile()?.id
  // The entry is one of the server that was in use then.
  desktop.notify(notice, () => desktop.open(profile()?.id === subject ? place : null))
}

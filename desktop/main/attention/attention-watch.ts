import type { Attention } from '../../bridge/attention.ts'

/** `off`: nothing shows it; `reading`: it was not read yet; `failed`: it could not be read. */
export type AttentionStatus =
  | { readonly kind: 'off' | 'locked' | 'signedOut' | 'reading' | 'failed' }
  | { readonly kind: 'known'; readonly count: number }

/** Whether the server may be asked, and else why not; and whose answers are compared with each other. */
export type Situation = { readonly state: 'off' | 'locked' | 'signedOut' | 'on'; readonly subject: string }

export type AttentionWatchParts = {
  readonly situation: () => Situation
  readonly read: () => Promise<readonly Attention[]>
  readonly onStatus: (status: AttentionStatus) => void
  /** Called with what was not there the last time, and with everything. Nothing is new the first time. */
  readonly onNew: (added: readonly Attention[], all: readonly Attention[]) => void
  /** Milliseconds from one answer to the next request. */
  readonly everyMs?: number
}

export type AttentionWatch = Disposable & {
  /** To be called whenever the situation may have changed. */
  follow(): void
  /** Asks the server now, and no longer waits after earlier failures. */
  checkNow(): Promise<void>
}

const eachMinute = 60_000

/** After each failure twice the time, up to about half an hour: a revoked token must not use up the server's patience. */
const mostDoublings = 5

const keyOf = ({ kind, custodian }: Attention) => `${kind} ${custodian?.id ?? ''}`

/** Asks again and again what needs an operator. Between two answers it keeps only which entries there were. */
export function createAttentionWatch({
  situation,
  read,
  onStatus,
  onNew,
  ...parts
}: AttentionWatchParts): AttentionWatch {
  const { everyMs = eachMinute } = parts
  let current: Situation = { state: 'off', subject: '' }
  let seen: ReadonlySet<string> | null = null
  let failures = 0
  let timesChanged = 0
  let timer: NodeJS.Timeout | undefined

  function take(items: readonly Attention[]): void {
    const added = seen ? items.filter((item) => !seen?.has(keyOf(item))) : []
    seen = new Set(items.map(keyOf))
    onStatus({ kind: 'known', count: items.length })
    if (added.length > 0) onNew(added, items)
  }

  async function check(): Promise<void> {
    clearTimeout(timer)
    timesChanged += 1
    const before = timesChanged
    const items = await read().catch(() => null)
    if (timesChanged !== before) return
    failures = items ? 0 : failures + 1
    timer = setTimeout(() => void check(), everyMs * 2 ** Math.min(failures, mostDoublings))
    if (items) take(items)
    else onStatus({ kind: 'failed' })
  }

  async function checkNow(): Promise<void> {
    failures = 0
    if (current.state === 'on') await check()
  }

  return {
    checkNow,
    follow() {
      const { state, subject } = situation()
      if (state === current.state && subject === current.subject) return
      current = { state, subject }
      clearTimeout(timer)
      timesChanged += 1
      seen = null
      onStatus({ kind: state === 'on' ? 'reading' : state })
      void checkNow()
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      timesChanged += 1
    },
  }
}

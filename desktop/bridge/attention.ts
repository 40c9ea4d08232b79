import type { AuditRecord } from '../../shared/audit.ts'
import type { Session } from '../../shared/session.ts'
import type { OperatorToken } from '../../shared/token-administration.ts'
import type { ReadCustodian } from './new-words.ts'

export type AttentionKind =
  | 'notReady'
  | 'rejected'
  | 'tokenExpiring'
  | 'tokensExpiring'
  | 'noKeys'
  | 'unknownOutcome'
  | 'failed'
  | 'unreachable'
  | 'overdue'

/** Something that an operator has to do. */
export type Attention = {
  readonly kind: AttentionKind
  /** Null for what is not about one custodian. */
  readonly custodian: ReadCustodian | null
  /** When it happened, or will; the first time, where there are several. */
  readonly at: string | null
  /** How many there are, where one entry stands for several. */
  readonly count?: number
  /** What the server says of it: cause and next step. */
  readonly said?: string
}

/** What is known; undefined where it is not loaded, or the token may not read it. */
type Known = {
  readonly custodians: readonly ReadCustodian[] | undefined
  readonly session: Session | undefined
  /** Why the server cannot do its work, as it says; null while it can. */
  readonly notReady?: string | null | undefined
  /** Tokens that end soon. */
  readonly tokens?: readonly OperatorToken[] | undefined
  /** The newest, newest first. */
  readonly records: readonly AuditRecord[] | undefined
  /** Those that failed before the newest ones, newest first; the last of each custodian is enough. */
  readonly earlierFailures?: readonly AuditRecord[] | undefined
  /** Epoch milliseconds. */
  readonly now: number
  readonly dueDays: number
}

/** The most urgent first. */
const order: readonly AttentionKind[] = [
  'notReady',
  'rejected',
  'tokenExpiring',
  'unknownOutcome',
  'noKeys',
  'failed',
  'unreachable',
  'overdue',
  'tokensExpiring',
]

const critical: ReadonlySet<AttentionKind> = new Set(['notReady', 'rejected', 'unknownOutcome'])

/** What is broken now is critical; the rest can wait for hours. */
export const isCritical = (kind: AttentionKind): boolean => critical.has(kind)

const day = 24 * 60 * 60 * 1000

/** Whole days since the active credentials were stored; null without any. 0 where this clock is behind the server's. */
export const ageInDays = ({ lastRotatedAt }: ReadCustodian, now: number): number | null =>
  lastRotatedAt === null ? null : Math.max(0, Math.floor((now - Date.parse(lastRotatedAt)) / day))

/** Whether the active keys reached the age of the settings. */
export const isOverdue = (custodian: ReadCustodian, { now, dueDays }: { now: number; dueDays: number }): boolean =>
  (ageInDays(custodian, now) ?? 0) >= dueDays

/** A token that ends within this is named. */
export const expiryNotice = 14 * day

/** Everything that needs an operator, the most urgent first. */
export function attentionOf(known: Known): readonly Attention[] {
  const items = [
    ...unreadyServer(known),
    ...expiringToken(known),
    ...expiringTokensOfOthers(known),
    ...(known.custodians ?? []).flatMap((each) => ofCustodian(each, known)),
  ]
  return items.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
}

function unreadyServer({ notReady }: Known): readonly Attention[] {
  return notReady ? [{ kind: 'notReady', custodian: null, at: null, said: notReady }] : []
}

type Lifetime = {
  readonly createdAt?: string | undefined
  readonly expiresAt: string
  readonly origin?: string | null | undefined
}

/** Whether a token ends soon. One that was made for no longer is not named, nor what an identity provider renews. */
export const endsSoon = ({ createdAt, expiresAt, origin }: Lifetime, now: number): boolean => {
  if (origin != null) return false
  const end = Date.parse(expiresAt)
  return end - now <= expiryNotice && !(createdAt && end - Date.parse(createdAt) <= expiryNotice)
}

function expiringToken({ session, now }: Known): readonly Attention[] {
  if (!session || !endsSoon(session, now)) return []
  return [{ kind: 'tokenExpiring', custodian: null, at: session.expiresAt }]
}

/** One entry for all of them: who may read tokens is seldom the one who asks for each new one. */
function expiringTokensOfOthers({ tokens = [], now }: Known): readonly Attention[] {
  const ends = tokens
    .filter((token) => !token.isOwn && token.state === 'valid' && endsSoon(token, now))
    .map(({ expiresAt }) => expiresAt)
    .toSorted()
  const [first] = ends
  return first === undefined ? [] : [{ kind: 'tokensExpiring', custodian: null, at: first, count: ends.length }]
}

/** One entry for a custodian: what is most urgent about it. */
function ofCustodian(custodian: ReadCustodian, { records, earlierFailures, ...due }: Known): readonly Attention[] {
  const { state, lastRotatedAt, lastCheckedAt = null } = custodian
  if (custodian.disabled) return []
  const entry = (kind: AttentionKind, at: string | null) => [{ kind, custodian, at }]
  if (state === 'rejected') return entry('rejected', lastCheckedAt)
  // What is said of a failed rotation speaks of old keys, of which there are none here.
  if (state === 'no-credentials') return entry('noKeys', null)
  const last = lastEnded(custodian, records ?? []) ?? unresolved(custodian, earlierFailures ?? [])
  if (last?.kind === 'rotation.ended' && unknown.has(last.details.outcome ?? ''))
    return entry('unknownOutcome', last.at)
  if (last?.kind === 'rotation.ended' && last.details.outcome === 'failed') return entry('failed', last.at)
  if (last?.kind === 'check.ended' && last.details.verdict === 'unreachable') return entry('unreachable', last.at)
  return isOverdue(custodian, due) ? entry('overdue', lastRotatedAt) : []
}

/** Outcomes after which an operator was left without an answer. */
const unknown: ReadonlySet<string> = new Set(['interrupted', 'voided'])

/** The newest rotation or check of the active keys that ended. */
const lastEnded = ({ id }: ReadCustodian, records: readonly AuditRecord[]) =>
  records.find(({ custodianId, kind }) => custodianId === id && (kind === 'rotation.ended' || kind === 'check.ended'))

/** When its keys were last stored or checked. */
const lastWellAt = ({ lastRotatedAt, lastCheckedAt = null }: ReadCustodian): string =>
  [lastRotatedAt ?? '', lastCheckedAt ?? ''].toSorted().at(-1) ?? ''

/** The newest earlier failure, unless the keys were stored or checked after it. */
function unresolved(custodian: ReadCustodian, failures: readonly AuditRecord[]): AuditRecord | undefined {
  const last = lastEnded(custodian, failures)
  return last && lastWellAt(custodian) > last.at ? undefined : last
}

/** Since when a failure can still count; null where none can, empty where any can. */
export function failuresCountSince(custodians: readonly ReadCustodian[]): string | null {
  const judged = custodians.filter(
    ({ disabled, state }) => !disabled && state !== 'rejected' && state !== 'no-credentials',
  )
  return judged.map(lastWellAt).toSorted()[0] ?? null
}

/** Where the one thing to do is done: a part of the custodian, or another screen. */
const places: Readonly<Record<AttentionKind, string>> = {
  notReady: '/connect',
  rejected: '/rotate',
  unknownOutcome: '/history',
  tokenExpiring: '/connect',
  tokensExpiring: '/administration/tokens',
  noKeys: '/rotate',
  failed: '/history',
  unreachable: '',
  overdue: '/rotate',
}

/** The path of the screen where it is dealt with. */
export const placeOf = ({ kind, custodian }: Attention): string =>
  custodian ? `/custodians/${custodian.id}${places[kind]}` : places[kind]

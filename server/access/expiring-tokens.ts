import { timestampOf } from '../../shared/timestamp-of.ts'
import type { Parts } from '../context/parts.ts'
import { newEvent } from '../store/events.ts'
import type { ListedToken } from '../store/records.ts'
import type { Page, Position } from '../store/store.ts'

const dayMs = 86_400_000
export const expiringDays = 14
const mostNamed = 20

/** A token that was made for less time than that is meant to end, and so is what an identity provider vouches for. */
const isReminded = ({ createdAt, expiresAt, origin }: ListedToken) =>
  origin === null && expiresAt - createdAt > expiringDays * dayMs

type Uses = Pick<Parts, 'store' | 'clock' | 'log'>

/** Warns of the tokens that expire soon, and notifies webhooks: at the start, and once a day from then on. */
export async function keepWarningOfExpiry(parts: Uses): Promise<Disposable> {
  await warn(parts)
  const timer = setInterval(() => void warn(parts), dayMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const pageSize = 1_000

/** Sessions and tokens of service accounts, of which there may be thousands, are among those that expire soon. */
async function* expiringTokens({ store, clock }: Uses): AsyncGenerator<ListedToken> {
  const at = clock.now()
  const wanted = { seenBy: null, state: 'valid', expiresBefore: at + expiringDays * dayMs, at } as const
  let after: Position | null = null
  do {
    const page: Page<ListedToken> = await store.tokensPage(wanted, { after, limit: pageSize })
    yield* page.rows.filter(isReminded)
    after = page.next
  } while (after)
}

async function warn(parts: Uses): Promise<void> {
  const { log } = parts
  try {
    const expiring = await Array.fromAsync(expiringTokens(parts))
    if (expiring.length === 0) return
    // A start does not wait for it.
    void recordEvents(expiring, parts)
    const tokens = expiring.slice(0, mostNamed).map(({ tokenId, name, expiresAt }) => ({
      tokenId,
      name,
      expiresAt: timestampOf(expiresAt),
    }))
    log.warn(
      { expiring: expiring.length, tokens },
      `operator tokens expire within ${expiringDays} days; see "strongroom token list --expiring ${expiringDays}d"`,
    )
  } catch (error) {
    log.warn({ err: error }, 'operator tokens could not be checked for their expiry; retrying in a day')
  }
}

/** One event for each token and expiry, however often it is found, and by how many servers. */
async function recordEvents(expiring: readonly ListedToken[], { store, clock, log }: Uses): Promise<void> {
  try {
    if (!(await isWanted(store))) return
    for (const { tokenId, name, tenantId, expiresAt } of expiring) {
      const data = { tokenId, name, tenantId, expiresAt: timestampOf(expiresAt) }
      const subject = `token ${tokenId} expires ${data.expiresAt}`
      await store.recordEvent(newEvent({ type: 'token.expiring', at: clock.now(), tenantId, subject, data }))
    }
  } catch (error) {
    log.warn({ err: error }, 'webhooks could not be notified of operator tokens that expire; retrying in a day')
  }
}

async function isWanted(store: Uses['store']): Promise<boolean> {
  const { rows } = await store.itemsPage('webhook', { after: null, limit: 1_000 })
  return rows.some(({ eventTypes, disabled }) => !disabled && eventTypes.includes('token.expiring'))
}

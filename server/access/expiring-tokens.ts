import type { Parts } from '../context/parts.ts'
import type { ListedToken } from '../store/records.ts'

const dayMs = 86_400_000
export const expiringDays = 14
const mostNamed = 20

/** A token that was made for less time than that is meant to end. */
const isReminded = ({ createdAt, expiresAt }: ListedToken) => expiresAt - createdAt > expiringDays * dayMs

/** Warns of the tokens that expire soon: at the start, and once a day from then on. */
export async function keepWarningOfExpiry(parts: Pick<Parts, 'store' | 'clock' | 'log'>): Promise<Disposable> {
  await warn(parts)
  const timer = setInterval(() => void warn(parts), dayMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function warn({ store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>): Promise<void> {
  const at = clock.now()
  const wanted = { seenBy: null, state: 'valid', expiresBefore: at + expiringDays * dayMs, at } as const
  try {
    const { rows } = await store.tokensPage(wanted, { after: null, limit: 1_000 })
    const expiring = rows.filter(isReminded)
    if (expiring.length === 0) return
    const tokens = expiring.slice(0, mostNamed).map(({ tokenId, name, expiresAt }) => ({
      tokenId,
      name,
      expiresAt: new Date(expiresAt).toISOString(),
    }))
    log.warn(
      { expiring: expiring.length, tokens },
      `operator tokens expire within ${expiringDays} days; see "strongroom token list --expiring ${expiringDays}d"`,
    )
  } catch (error) {
    log.warn({ err: error }, 'operator tokens could not be checked for their expiry; retrying in a day')
  }
}

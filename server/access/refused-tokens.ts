import type { Id } from '../../shared/primitives.ts'
import type { Parts } from '../context/parts.ts'
import type { TokenRecord } from '../store/records.ts'
import { plainAddress } from '../text/address-ranges.ts'

/** Why a known token is refused: it was revoked, it or its tenant is disabled, or the address is not allowed. */
export type RefusalReason = 'revoked' | 'disabled' | 'tenant-disabled' | 'address'

export type RefusedToken = { readonly token: TokenRecord; readonly reason: RefusalReason; readonly address: string }

export type RefusedTokens = AsyncDisposable & {
  /** Writes an audit record before the caller is answered; repetitions are counted and recorded together. */
  record(refused: RefusedToken): Promise<void>
}

/**
 * How long repetitions are counted before one record covers them, and for how many addresses per token they are counted
 * separately, so that a caller with an invalid token cannot fill the audit log.
 */
const thinning = {
  address: { interval: 60_000, mostAddresses: 10 },
  revoked: { interval: 3_600_000, mostAddresses: 3 },
  disabled: { interval: 3_600_000, mostAddresses: 3 },
  'tenant-disabled': { interval: 3_600_000, mostAddresses: 3 },
} as const satisfies Record<RefusalReason, object>

const otherAddresses = 'other addresses'

type Thinned = RefusedToken & { unrecorded: number; readonly timer: NodeJS.Timeout }

export function createRefusedTokens({ store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>): RefusedTokens {
  const recent: Readonly<Record<RefusalReason, Map<Id, Map<string, Thinned>>>> = {
    address: new Map(),
    revoked: new Map(),
    disabled: new Map(),
    'tenant-disabled': new Map(),
  }

  async function write({ token, reason, address }: RefusedToken, attempts: number): Promise<void> {
    const { tokenId, name, tenantId } = token
    const details = { tokenId, name, reason, address, attempts: `${attempts}` }
    const by = { actor: name, actorTokenId: tokenId, at: clock.now() }
    await store
      .recordAudit({ ...by, kind: 'token.refused', details, ...(tenantId && { tenantId }) })
      .catch((error) => log.error({ err: error, ...details }, 'could not write the audit record of a refused token'))
  }

  async function forget(thinned: Thinned): Promise<void> {
    const { token, reason, address, timer, unrecorded } = thinned
    clearTimeout(timer)
    const ofToken = recent[reason].get(token.tokenId)
    ofToken?.delete(address)
    if (ofToken?.size === 0) recent[reason].delete(token.tokenId)
    if (unrecorded > 0) await write(thinned, unrecorded)
  }

  return {
    record: async ({ token, reason, address: given }) => {
      const { interval, mostAddresses } = thinning[reason]
      const ofToken = recent[reason].get(token.tokenId) ?? new Map<string, Thinned>()
      const from = plainAddress(given) ?? 'an unknown address'
      const address = ofToken.has(from) || ofToken.size < mostAddresses ? from : otherAddresses
      const known = ofToken.get(address)
      if (known) {
        known.unrecorded += 1
        return
      }
      const timer = setTimeout(() => void forget(thinned), interval).unref()
      const thinned: Thinned = { token, reason, address, unrecorded: 0, timer }
      recent[reason].set(token.tokenId, ofToken.set(address, thinned))
      await write(thinned, 1)
    },
    [Symbol.asyncDispose]: async () => {
      const all = Object.values(recent).flatMap((byToken) => [...byToken.values()])
      await Promise.all(all.flatMap((ofToken) => [...ofToken.values()].map(forget)))
    },
  }
}

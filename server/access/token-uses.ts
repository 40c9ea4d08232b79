import type { Id } from '../../shared/primitives.ts'
import type { Parts } from '../context/parts.ts'
import type { TokenUse } from '../store/token-writes.ts'
import { plainAddress } from '../text/address-ranges.ts'

/** When and from where each token was used last, precise to a minute. */
export type TokenUses = AsyncDisposable & {
  /** Costs a request no more than looking the token up in a map. */
  note(tokenId: Id, address: string): void
}

const interval = 60_000

type Use = { readonly at: number; readonly address: string }

/** Stores the uses of each interval in one write, so that a kill loses those of the last one at most. */
export function createTokenUses(
  { store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>,
  everyMs = interval,
): TokenUses {
  let uses = new Map<Id, Use>()

  async function write(): Promise<void> {
    if (uses.size === 0) return
    const noted = uses
    uses = new Map()
    try {
      await store.recordTokenUses([...noted].map(toTokenUse))
    } catch (error) {
      uses = new Map([...noted, ...uses])
      log.warn({ err: error, tokens: uses.size }, 'the last uses of operator tokens could not be stored; retrying')
    }
  }
  const timer = setInterval(() => void write(), everyMs).unref()

  return {
    note: (tokenId, address) => {
      if (uses.get(tokenId)?.address !== address) uses.set(tokenId, { at: clock.now(), address })
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await write()
    },
  }
}

const toTokenUse = ([tokenId, { at, address }]: [Id, Use]): TokenUse => ({
  tokenId,
  at,
  address: plainAddress(address) ?? 'an unknown address',
})

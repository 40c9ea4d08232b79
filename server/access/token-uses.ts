import type { Id } from '../../shared/primitives.ts'
import type { Parts } from '../context/parts.ts'
import type { ListedToken } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { TokenUse } from '../store/token-writes.ts'
import { plainAddress } from '../text/address-ranges.ts'

/** When and from where each token was used last, precise to a minute. */
export type TokenUses = AsyncDisposable & {
  /** Costs a request no more than looking the token up in a map. */
  note(tokenId: Id, address: string): void
  /** The same store, where tokens also have the uses that are not stored yet. */
  shownBy(store: Store): Store
}

const interval = 60_000

type Use = { readonly at: number; readonly address: string }

/** Stores the uses of each interval in one write, so that a kill loses those of the last one at most. */
export function createTokenUses(
  { store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>,
  everyMs = interval,
): TokenUses {
  let uses = new Map<Id, Use>()
  /** Of the write that is going on. */
  let leaving: ReadonlyMap<Id, Use> = new Map()

  async function write(): Promise<void> {
    if (uses.size === 0) return
    const noted = uses
    leaving = noted
    uses = new Map()
    try {
      await store.recordTokenUses([...noted].map(toTokenUse))
    } catch (error) {
      uses = new Map([...noted, ...uses])
      log.warn({ err: error, tokens: uses.size }, 'the last uses of operator tokens could not be stored; retrying')
    }
  }
  const timer = setInterval(() => void write(), everyMs).unref()

  /** The caller who lists tokens used one of them a moment ago. */
  function withLatest(token: ListedToken): ListedToken {
    const use = uses.get(token.tokenId) ?? leaving.get(token.tokenId)
    if (!use || use.at <= (token.lastUsedAt ?? 0)) return token
    return { ...token, lastUsedAt: use.at, lastUsedFrom: shownAddress(use) }
  }

  return {
    shownBy: (all) => {
      const shown: Pick<Store, 'tokensPage' | 'findTokenById'> = {
        tokensPage: async (wanted, page) => {
          const { rows, ...others } = await all.tokensPage(wanted, page)
          return { rows: rows.map(withLatest), ...others }
        },
        findTokenById: async (key) => {
          const token = await all.findTokenById(key)
          return token && withLatest(token)
        },
      }
      // No copy: a method that is replaced later in `all` is replaced here too.
      return Object.assign(Object.create(all) as Store, shown)
    },
    note: (tokenId, address) => {
      if (uses.get(tokenId)?.address !== address) uses.set(tokenId, { at: clock.now(), address })
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await write()
    },
  }
}

const shownAddress = ({ address }: Use): string => plainAddress(address) ?? 'an unknown address'

const toTokenUse = ([tokenId, use]: [Id, Use]): TokenUse => ({ tokenId, at: use.at, address: shownAddress(use) })

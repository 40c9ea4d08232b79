import type { FailureCode } from '../../../shared/failure.ts'
import type { Id } from '../../../shared/primitives.ts'
import { networkOf } from '../../text/address-ranges.ts'

export type RefusalFacts = {
  readonly address: string | undefined
  readonly tokenId: Id | null
  readonly code: FailureCode
}

/** Requests of one address, or one token at one address, that were refused within a minute and have no line of their own. */
export type RefusalCount = {
  readonly address: string
  readonly tokenId: Id | null
  readonly codes: Readonly<Partial<Record<FailureCode, number>>>
}

export type RefusalThinning = {
  /** Whether a refused request gets a line of its own; it is counted when not. */
  admits(refused: RefusalFacts): boolean
  /** Reports what was counted so far. */
  flush(): void
}

const interval = 60_000
/** How many callers are counted separately within a minute; the rest share one count, so memory and log are bounded. */
const mostCallers = 100
const linesOfCaller = 10
const otherAddresses = 'other addresses'

type Caller = Pick<RefusalCount, 'address' | 'tokenId'> & { lines: number; readonly codes: Map<FailureCode, number> }

/** Callers with a known token are counted apart from strangers, so that a flood of strangers hides none of them. */
export function createRefusalThinning(report: (count: RefusalCount) => void): RefusalThinning {
  const callers = { known: new Map<string, Caller>(), unknown: new Map<string, Caller>() }
  let timer: NodeJS.Timeout | undefined

  function callerOf({ address, tokenId }: RefusalFacts): Caller {
    const table = callers[tokenId === null ? 'unknown' : 'known']
    const network = (address !== undefined && networkOf(address)) || 'an unknown address'
    const key = `${tokenId} ${network}`
    const known = table.get(key)
    if (known) return known
    const isOne = table.size < mostCallers
    const caller = isOne ? { address: network, tokenId } : { address: otherAddresses, tokenId: null }
    const place = isOne ? key : otherAddresses
    const made = table.get(place) ?? { ...caller, lines: 0, codes: new Map() }
    table.set(place, made)
    return made
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    for (const table of Object.values(callers)) {
      for (const { address, tokenId, codes } of table.values())
        if (codes.size > 0) report({ address, tokenId, codes: Object.fromEntries(codes) })
      table.clear()
    }
  }

  return {
    admits: (refused) => {
      timer ??= setTimeout(flush, interval).unref()
      const caller = callerOf(refused)
      if (caller.lines < linesOfCaller) {
        caller.lines += 1
        return true
      }
      caller.codes.set(refused.code, (caller.codes.get(refused.code) ?? 0) + 1)
      return false
    },
    flush,
  }
}

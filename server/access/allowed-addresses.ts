import { fail } from '../../shared/failure.ts'
import type { Id } from '../../shared/primitives.ts'
import { type Result, succeed } from '../../shared/result.ts'
import type { Parts } from '../parts.ts'
import { isInRanges, plainAddress } from './address-ranges.ts'
import type { Principal } from './principal.ts'

export type AllowedAddresses = AsyncDisposable & {
  /** Refuses a token outside the addresses it is bound to, and leaves a record of it in the audit. */
  check(principal: Principal, address: string): Promise<Result<Principal>>
}

/** What is audited apart from each other within a minute, so that a flood of refused calls does not fill the audit. */
const interval = 60_000
const mostAddressesOfToken = 10
const otherAddresses = 'other addresses'

type Refused = { readonly token: Pick<Principal, 'tokenId' | 'name' | 'tenantId'>; readonly address: string }
type Thinned = Refused & { unrecorded: number; readonly timer: NodeJS.Timeout }

export function createAllowedAddresses({
  store,
  clock,
  log,
}: Pick<Parts, 'store' | 'clock' | 'log'>): AllowedAddresses {
  const recent = new Map<Id, Map<string, Thinned>>()

  async function record({ token, address }: Refused, attempts: number): Promise<void> {
    const { tokenId, name, tenantId } = token
    const details = { tokenId, name, address, attempts: `${attempts}` }
    const audited = {
      kind: 'token.refused' as const,
      actor: name,
      actorTokenId: tokenId,
      at: clock.now(),
      details,
      ...(tenantId && { tenantId }),
    }
    await store
      .recordAudit(audited)
      .catch((error) => log.error({ err: error, ...details }, 'a refused token could not be audited'))
  }

  async function forget({ token, address, timer, unrecorded }: Thinned): Promise<void> {
    clearTimeout(timer)
    const ofToken = recent.get(token.tokenId)
    ofToken?.delete(address)
    if (ofToken?.size === 0) recent.delete(token.tokenId)
    if (unrecorded > 0) await record({ token, address }, unrecorded)
  }

  async function audit(token: Principal, from: string): Promise<void> {
    const ofToken = recent.get(token.tokenId) ?? new Map<string, Thinned>()
    const address = ofToken.has(from) || ofToken.size < mostAddressesOfToken ? from : otherAddresses
    const known = ofToken.get(address)
    if (known) {
      known.unrecorded += 1
      return
    }
    const timer = setTimeout(() => void forget(thinned), interval).unref()
    const thinned: Thinned = { token, address, unrecorded: 0, timer }
    recent.set(token.tokenId, ofToken.set(address, thinned))
    await record({ token, address }, 1)
  }

  return {
    check: async (principal, address) => {
      if (principal.allowedFrom === null || isInRanges(principal.allowedFrom, address)) return succeed(principal)
      const from = plainAddress(address) ?? 'an unknown address'
      await audit(principal, from)
      return fail('Forbidden', { message: refusal, info: [`address: ${from} is not one this token may be used from`] })
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...recent.values()].flatMap((ofToken) => [...ofToken.values()].map(forget)))
    },
  }
}

const refusal =
  'This operator token may not be used from this address. Use it from an allowed one, or ask for a token that may be used from here.'

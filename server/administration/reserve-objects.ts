import type { Parsed } from '../../shared/operations.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'
import { builtInIcon } from '../networks/built-in-icon.ts'
import type { Items } from '../store/items.ts'
import { administerItems, itemLists } from './administer.ts'

export function administerNetworks(parts: Parts) {
  const items = administerItems(
    {
      kind: 'network',
      idOf: ({ blockchainId }: Parsed<'networks.get'>) => blockchainId,
      created: ({ name, icon }: Parsed<'networks.create'>) => ok({ name, icon: icon ?? builtInIcon(name) }),
      updated: ({ name, icon }: Parsed<'networks.update'>) =>
        ok({ ...(name !== undefined && { name }), ...(icon && { icon }) }),
    },
    parts,
  )
  /** The built-in icon follows from the name, which may be the stored one; the version keeps that as it is. */
  async function update(input: Parsed<'networks.update'>, call: Call): Promise<Result<Items['network']>> {
    if (input.icon !== null) return items.update(input, call)
    const stored = await items.get(input, call)
    if (!stored.ok) return stored
    return items.update({ ...input, icon: builtInIcon(input.name ?? stored.value.name) }, call)
  }
  return { ...itemLists('network', 'networks.listPage', parts), ...items, update }
}

export const administerChainTokens = (parts: Parts) => ({
  ...itemLists('chain-token', 'chainTokens.listPage', parts),
  ...administerItems(
    {
      kind: 'chain-token',
      idOf: ({ chainTokenId }: Parsed<'chainTokens.get'>) => chainTokenId,
      created: ({ symbol, blockchainId, contractAddress = null, decimals }: Parsed<'chainTokens.create'>) =>
        ok({ symbol, blockchainId, contractAddress, decimals }),
      updated: ({ symbol, blockchainId, contractAddress, decimals }: Parsed<'chainTokens.update'>) =>
        ok({
          ...(symbol !== undefined && { symbol }),
          ...(blockchainId !== undefined && { blockchainId }),
          ...(contractAddress !== undefined && { contractAddress }),
          ...(decimals !== undefined && { decimals }),
        }),
    },
    parts,
  ),
})

export const administerReserveAccounts = (parts: Parts) => ({
  ...itemLists('reserve-account', 'reserveAccounts.listPage', parts),
  ...administerItems(
    {
      kind: 'reserve-account',
      idOf: ({ reserveAccountId }: Parsed<'reserveAccounts.get'>) => reserveAccountId,
      created: ({ blockchainId, address, name }: Parsed<'reserveAccounts.create'>) =>
        ok({ blockchainId, address, name }),
      updated: ({ blockchainId, address, name }: Parsed<'reserveAccounts.update'>) =>
        ok({
          ...(blockchainId !== undefined && { blockchainId }),
          ...(address !== undefined && { address }),
          ...(name !== undefined && { name }),
        }),
    },
    parts,
  ),
})

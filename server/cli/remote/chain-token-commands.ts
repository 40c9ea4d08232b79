import { type Command, InvalidArgumentError } from 'commander'
import { canonicalAddress } from '../../../shared/address.ts'
import type { ChainToken } from '../../../shared/chain-tokens.ts'
import type { Id } from '../../../shared/primitives.ts'
import { parseId } from '../parse.ts'
import { yesOrNo } from './answer-rows.ts'
import { type Administered, addDelete, addDisable, addEnable, addShow } from './item-commands.ts'
import { addCreate, addList, addUpdate, historyBy, idsOf } from './item-members.ts'

const chainToken: Administered<ChainToken> = {
  noun: 'chain token',
  nameOf: ({ symbol }) => symbol,
  shows: (id) => `chain-tokens show ${id}`,
  columns: [
    { name: 'id', title: 'ID', of: ({ id }) => id },
    { name: 'symbol', title: 'SYMBOL', of: ({ symbol }) => symbol },
    { name: 'blockchainId', title: 'NETWORK', of: ({ blockchainId }) => blockchainId },
    {
      name: 'contractAddress',
      title: 'CONTRACT',
      of: ({ contractAddress }) => contractAddress,
      shown: ({ contractAddress }) => contractAddress ?? 'none, native coin',
    },
    { name: 'decimals', title: 'DECIMALS', of: ({ decimals }) => decimals },
    { name: 'version', title: 'VERSION', of: ({ version }) => version },
    { name: 'disabled', title: 'DISABLED', of: ({ disabled }) => disabled, shown: ({ disabled }) => yesOrNo(disabled) },
  ],
  read: (api, chainTokenId) => api.call('chainTokens.get', { chainTokenId }),
  remove: (api, { id, version }, options) => api.call('chainTokens.delete', { chainTokenId: id, version }, options),
  disable: (api, { id, version }, options) => api.call('chainTokens.disable', { chainTokenId: id, version }, options),
  enable: (api, { id, version }, options) => api.call('chainTokens.enable', { chainTokenId: id, version }, options),
  history: historyBy('chainTokenId', ['chain-token.changed', 'chain-token.disabled', 'chain-token.enabled']),
}

function parseDecimals(text: string): number {
  const decimals = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (!(decimals <= 255)) throw new InvalidArgumentError('It must be a whole number from 0 to 255.')
  return decimals
}

export const addChainTokensList = addList<ChainToken>({
  ...chainToken,
  page: (api, input) => api.call('chainTokens.listPage', input),
})

export const addChainTokensShow = addShow(chainToken)

type Given = { readonly symbol: string; readonly network: Id; readonly decimals: number; readonly contract?: string }

type GivenUpdate = Partial<Omit<Given, 'contract'>> & {
  /** False for `--no-contract`. */
  readonly contract?: string | false
}

const membersOf = ({ symbol, network, decimals, contract }: GivenUpdate) => ({
  symbol,
  blockchainId: network,
  decimals,
  contractAddress: contract === false ? null : contract && canonicalAddress(contract),
})

export const addChainTokensCreate = addCreate<ChainToken, Given>(chainToken, {
  options: (command) =>
    command
      .requiredOption('--symbol <symbol>', 'its symbol')
      .requiredOption('--network <id>', 'ID of its network', parseId)
      .requiredOption('--decimals <number>', 'decimals of its amounts', parseDecimals)
      .option('--contract <address>', 'its contract; a native coin has none'),
  called: ({ symbol }) => symbol,
  membersOf: (given) => membersOf({ ...given, contract: given.contract ?? false }),
  ids: idsOf((api, input) => api.call('chainTokens.listPage', input)),
  send: (api, { symbol, network, decimals, contract, id }, options) =>
    api.call('chainTokens.create', { symbol, blockchainId: network, decimals, contractAddress: contract, id }, options),
})

const withNewMembers = (command: Command): Command =>
  command
    .option('--symbol <symbol>', 'new symbol')
    .option('--contract <address>', 'new contract')
    .option('--no-contract', 'it is a native coin')
    .option('--network <id>', 'ID of its new network; not with stored transactions', parseId)
    .option('--decimals <number>', 'new decimals of its amounts; not with stored transactions', parseDecimals)

export const addChainTokensUpdate = addUpdate<ChainToken, GivenUpdate, ReturnType<typeof membersOf>>(chainToken, {
  options: withNewMembers,
  among: '--symbol, --contract, --no-contract, --network or --decimals',
  membersOf,
  send: (api, { id, version, members }, options) =>
    api.call('chainTokens.update', { chainTokenId: id, version, ...members }, options),
})

export const addChainTokensDelete = addDelete(chainToken)
export const addChainTokensDisable = addDisable(chainToken)
export const addChainTokensEnable = addEnable(chainToken)

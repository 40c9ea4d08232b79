import { createHash } from 'node:crypto'
import type { Id } from '../../shared/primitives.ts'
import type { ReserveAccountEntry, TokenEntry, TransactionEntry } from '../store/import-writes.ts'
import { demoAddress } from './demo-address.ts'
import { type DemoNetwork, demoNetworks, networkIdOf } from './demo-data.ts'

type DemoToken = {
  readonly symbol: string
  readonly network: DemoNetwork
  readonly decimals: number
  readonly contractAddress: string | null
  /** Native units of a large deposit. */
  readonly large: bigint
}

const on = (
  network: DemoNetwork,
  symbol: string,
  [decimals, large, contractAddress]: readonly [number, bigint, string?],
): DemoToken => ({ symbol, network, decimals, contractAddress: contractAddress ?? null, large })

const tokens: readonly DemoToken[] = [
  on('Ethereum', 'USDC', [6, 9_000_000n, '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48']),
  on('Ethereum', 'USDT', [6, 7_000_000n, '0xdac17f958d2ee523a2206206994597c13d831ec7']),
  on('Ethereum', 'DAI', [18, 3_000_000n, '0x6b175474e89094c44da98b954eedeac495271d0f']),
  on('Ethereum', 'WBTC', [8, 90n, '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599']),
  on('Ethereum', 'ETH', [18, 4_000n]),
  on('Polygon', 'USDC', [6, 2_000_000n, '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359']),
  on('Base', 'USDC', [6, 1_500_000n, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913']),
  on('Arbitrum', 'USDC', [6, 1_200_000n, '0xaf88d065e77c8cc2239327c5edb3a432268e5831']),
  on('Bitcoin', 'BTC', [8, 120n]),
  on('Solana', 'SOL', [9, 40_000n]),
  on('TRON', 'USDT', [6, 5_000_000n, 'TR7NHqjeKQGxGTCi8q8ZY4pL8otSzgjLj6t']),
  on('XRP Ledger', 'XRP', [6, 2_500_000n]),
]

const tokenIdOf = (index: number) => `${index + 1}` as Id

export const demoTokens: readonly TokenEntry[] = tokens.map(
  ({ symbol, network, decimals, contractAddress }, index) => ({
    tokenId: tokenIdOf(index),
    symbol,
    blockchainId: networkIdOf(network),
    contractAddress,
    decimals,
  }),
)

const accountId = (network: number, place: 1 | 2) => `${(network + 1) * 10 + place}` as Id

/** A vault and a desk on each network. */
export const demoReserveAccounts: readonly ReserveAccountEntry[] = demoNetworks.flatMap(
  ({ blockchainId, name }, network) =>
    (['Vault', 'Desk'] as const).map((role, place) => ({
      reserveAccountId: accountId(network, place === 0 ? 1 : 2),
      blockchainId,
      address: demoAddress(name, `reserve ${role}`),
      name: `${name} ${role.toLowerCase()}`,
    })),
)

const roundsPerToken = 12
const start = Date.UTC(2026, 0, 5, 9, 0, 0)
const hour = 3_600_000

/** Between a tenth and a whole large deposit with every decimal place used, in minor units; the same on each run. */
function amountOf({ symbol, network, decimals, large }: DemoToken, round: number): bigint {
  const noise = createHash('sha256').update(`${network} ${symbol} ${round}`).digest().readBigUInt64BE()
  const unit = 10n ** BigInt(decimals)
  const tenth = large / 10n
  return (tenth + (noise % (large - tenth))) * unit + (noise % unit)
}

type Leg = Pick<TransactionEntry, 'fromAccountId' | 'toAccountId'> & { readonly amount: bigint }

/** A deposit into the vault, a transfer of a quarter of it to the desk, and a withdrawal of a third of that. */
function legsOf(token: DemoToken, round: number): readonly Leg[] {
  const network = demoNetworks.findIndex(({ name }) => name === token.network)
  const vault = accountId(network, 1)
  const desk = accountId(network, 2)
  const amount = amountOf(token, round)
  return [
    { fromAccountId: null, toAccountId: vault, amount },
    { fromAccountId: vault, toAccountId: desk, amount: amount / 4n },
    { fromAccountId: desk, toAccountId: null, amount: amount / 12n },
  ]
}

const rounds = Array.from({ length: roundsPerToken }, (_, round) =>
  tokens.map((token, index) => legsOf(token, round).map((leg) => ({ ...leg, tokenId: tokenIdOf(index) }))),
)

/** In sequence, from the start of the year into autumn. */
export const demoTransactions: readonly TransactionEntry[] = rounds.flat(2).map((leg, index) => ({
  ...leg,
  position: BigInt(index + 1),
  index: 0n,
  amount: `${leg.amount}`,
  at: start + index * 16 * hour,
}))

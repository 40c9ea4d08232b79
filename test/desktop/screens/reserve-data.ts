import type { Store } from '../../../server/store/store.ts'
import { icon, id } from '../../harness/seed.ts'

/** Amounts in minor units of tokens as they come: very large, negative, nought, of no and of eighteen places. */
const odd = [
  { symbol: 'GIANT', network: 3, decimals: 18, amount: '123456789'.repeat(7).slice(0, 60) },
  { symbol: 'USDX', network: 3, decimals: 6, amount: '50000000000123456' },
  { symbol: 'USDX', network: 4, decimals: 6, amount: '-2500000000000001' },
  { symbol: 'NOUGHT', network: 3, decimals: 2, amount: '0' },
  { symbol: '=HYPERLINK("https://evil.example")', network: 3, decimals: 0, amount: '5' },
  { symbol: '<b>turned\u202e', network: 4, decimals: 1, amount: '15' },
] as const

const hostile = 'Poly;=gon\u202e'

/** So many that most of them are out of sight. */
export const fillers = 2000
const fillerAt = (at: number) => ({
  symbol: `FILL${at}`,
  network: 1 + (at % 2),
  decimals: at % 19,
  amount: `${(BigInt(at) + 3n) ** 9n + 1n}`,
})

type Token = { readonly symbol: string; readonly network: number; readonly decimals: number; readonly amount: string }

const tokens: readonly Token[] = [...odd, ...Array.from({ length: fillers }, (_, at) => fillerAt(at))]
const tokenId = (at: number) => id(at + 100)
/** An account on each network. */
const account = (network: number) => id(network)

/** A deposit, or a withdrawal where the amount is negative; one of each where it is nought. */
const legsOf = ({ amount }: Token) => (amount === '0' ? ['7', '-7'] : [amount])

export async function fillReserves(store: Store): Promise<void> {
  await store.putNetworks([
    { blockchainId: id(3), name: 'Base', icon },
    { blockchainId: id(4), name: hostile, icon },
  ])
  await store.putReserveAccounts(
    [3, 4].map((network) => ({
      reserveAccountId: account(network),
      blockchainId: id(network),
      address: `account ${network}`,
      name: `Account ${network}`,
    })),
  )
  await store.putTokens(
    tokens.map(({ symbol, network, decimals }, at) => ({
      tokenId: tokenId(at),
      symbol,
      blockchainId: id(network),
      contractAddress: `token ${at}`,
      decimals,
    })),
  )
  const transactions = tokens.flatMap((token, at) => legsOf(token).map((amount) => ({ at, amount, token })))
  await store.appendReserveTransactions({
    source: 'more',
    transactions: transactions.map(({ at, amount, token }, position) => ({
      position: BigInt(position + 1),
      index: 0n,
      tokenId: tokenId(at),
      amount: amount.replace('-', ''),
      fromAccountId: amount.startsWith('-') ? account(token.network) : null,
      toAccountId: amount.startsWith('-') ? null : account(token.network),
      at: Date.UTC(2026, 1, 3, 4, 5, 6) + position,
    })),
  })
}

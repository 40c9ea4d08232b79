import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Store } from '../../server/store/store.ts'
import { id } from '../harness/seed.ts'

const tokens = 50
const accounts = 20
const firstMoment = Date.UTC(2026, 0, 1)

/** One reserve transaction as SQL takes it: token, amount in minor units (6 decimals), from, to, at. */
export function rowAt(number: number) {
  const account = (number % accounts) + 1
  return {
    position: 1_000_000 + number,
    token: (number % tokens) + 1,
    amount: `${(number * 7919) % 1_000_000}${`${number % 1_000_000}`.padStart(6, '0')}`.replace(/^0+(?=\d)/, ''),
    from: number % 3 === 0 ? null : account,
    to: number % 3 === 1 ? null : account,
    at: firstMoment + number * 1000,
  }
}

/** A hash of 32 bytes, another one for each number. */
export function hashOf(number: number): Buffer {
  const hash = Buffer.alloc(32, 0xab)
  hash.writeUInt32BE(number)
  return hash
}

function lineAt(number: number, withHashes: boolean): string {
  const { position, token, from, to, at } = rowAt(number)
  const amount = `${(number * 7919) % 1_000_000}.${`${number % 1_000_000}`.padStart(6, '0')}`
  const hash = withHashes ? `,0x${hashOf(number).toString('hex')}`.repeat(2) : ''
  return `ledger,${position},0,${token},${amount},${new Date(at).toISOString()},${from ?? ''},${to ?? ''}${hash}\n`
}

type Rows = { readonly withHashes?: boolean; readonly first?: number }

/** Writes that many transactions as CSV; with hashes, each of them is of a block of its own. */
export async function writeCsv(file: string, rows: number, { withHashes = false, first: start = 0 }: Rows = {}) {
  const stream = createWriteStream(file)
  const hashes = withHashes ? ',transactionHash,blockHash' : ''
  stream.write(`source,position,index,tokenId,amount,at,fromReserveAccountId,toReserveAccountId${hashes}\n`)
  for (let first = start; first < start + rows; first += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, start + rows - first) }, (_, place) =>
      lineAt(first + place, withHashes),
    )
    if (!stream.write(lines.join(''))) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}

/** What the transactions refer to. */
export async function fillDirectory(store: Store): Promise<void> {
  const blockchainId = id(1)
  await store.putNetworks([{ blockchainId, name: 'Ethereum', icon: 'data:image/png;base64,' }])
  const places = (count: number) => Array.from({ length: count }, (_, place) => place + 1)
  await store.putTokens(
    places(tokens).map((n) => ({ tokenId: id(n), symbol: `T${n}`, blockchainId, contractAddress: null, decimals: 6 })),
  )
  await store.putReserveAccounts(
    places(accounts).map((n) => ({
      reserveAccountId: id(n),
      blockchainId,
      address: `account-${n}`,
      name: `Account ${n}`,
    })),
  )
}

import { createHash } from 'node:crypto'
import type { DemoNetwork } from './demo-data.ts'

const hex = '0123456789abcdef'
const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

type Shape = { readonly prefix: string; readonly alphabet: string; readonly length: number }

const evm: Shape = { prefix: '0x', alphabet: hex, length: 40 }
const shapes: Readonly<Record<DemoNetwork, Shape>> = {
  Ethereum: evm,
  Polygon: evm,
  Base: evm,
  Arbitrum: evm,
  Bitcoin: { prefix: 'bc1q', alphabet: bech32, length: 38 },
  Solana: { prefix: '', alphabet: base58, length: 44 },
  TRON: { prefix: 'T', alphabet: base58, length: 33 },
  'XRP Ledger': { prefix: 'r', alphabet: base58, length: 33 },
}

/** A deterministic address in the network's format for a label; its key does not exist. */
export function demoAddress(network: DemoNetwork, label: string): string {
  const { prefix, alphabet, length } = shapes[network]
  const bytes = createHash('sha512').update(`${network} ${label}`).digest().subarray(0, length)
  return prefix + Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
}

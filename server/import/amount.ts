import type { Column } from './column.ts'

const plain = /^\d+(\.\d+)?$/

/** An amount in native units. Only its form is checked here; the token limits its decimal places. */
export const amount: Column<string> = {
  json: ['string', 'number'],
  rule: 'must be a plain decimal without sign and exponent',
  parse: (text) => (plain.test(text) ? text : undefined),
}

const largestUint256 = 2n ** 256n - 1n

/** Whole minor units as stored on chain, in canonical digits. */
export const uint256: Column<string> = {
  json: ['string', 'number'],
  rule: 'must be a whole number from 0 to 2^256-1',
  parse: (text) => (/^(0|[1-9]\d{0,77})$/.test(text) && BigInt(text) <= largestUint256 ? text : undefined),
}

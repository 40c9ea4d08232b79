import { canonicalAddress } from '../../shared/address.ts'
import { Id } from '../../shared/primitives.ts'

type JsonType = 'string' | 'number' | 'boolean'

/** How the text of one column becomes a value; in JSON, the value may also have one of the listed types. */
export type Column<Value> = {
  readonly json: readonly JsonType[]
  /** The rule of the column, to follow its name. */
  readonly rule: string
  /** The same for one text that breaks the rule, if the rule alone does not explain it. */
  readonly faultOf?: (text: string) => string | null
  /** What an empty or absent cell means; a column without it is required. */
  readonly fallback?: Value
  /** undefined when the text breaks the rule. */
  parse(text: string): Value | undefined
}

export type Columns = Readonly<Record<string, Column<unknown>>>
export type Values<Set extends Columns> = {
  readonly [Name in keyof Set]: Set[Name] extends Column<infer Value> ? Value : never
}

/** Caches the last text, for columns that rarely change from line to line. */
export function repeating<Value>(column: Column<Value>): Column<Value> {
  let last: { readonly text: string; readonly value: Value } | null = null
  return {
    ...column,
    parse(written) {
      if (last?.text === written) return last.value
      const value = column.parse(written)
      if (value !== undefined) last = { text: written, value }
      return value
    },
  }
}

export const isRequired = (column: Column<unknown>): boolean => !('fallback' in column)

export const optional = <Value, Fallback>(column: Column<Value>, fallback: Fallback): Column<Value | Fallback> => ({
  ...column,
  fallback,
})

const text = <Value>(rule: string, parse: (text: string) => Value | undefined): Column<Value> => ({
  json: ['string'],
  rule,
  parse,
})

const largestInt64 = 2n ** 63n - 1n

export const id: Column<Id> = {
  json: ['string', 'number'],
  rule: `must be a whole number from 1 to ${largestInt64}`,
  // Eighteen digits are always within int64, and this runs several times for each of millions of lines.
  parse: (written) => (/^[1-9]\d{0,17}$/.test(written) ? (written as Id) : Id.safeParse(written).data),
}

/** Zero or more, within int64. */
export const sequence: Column<bigint> = {
  json: ['string', 'number'],
  rule: `must be a whole number from 0 to ${largestInt64}`,
  parse(written) {
    if (!/^(0|[1-9]\d{0,18})$/.test(written)) return undefined
    const value = BigInt(written)
    return written.length < 19 || value <= largestInt64 ? value : undefined
  },
}

export const flag: Column<boolean> = {
  json: ['string', 'boolean'],
  rule: 'must be true or false',
  parse(written) {
    const word = written.toLowerCase()
    return word === 'true' || word === 'false' ? word === 'true' : undefined
  },
}

const control = /\p{Cc}/u

export const label = (most: number): Column<string> =>
  text(`must be text of at most ${most} characters without control characters`, (written) =>
    written.length <= most && written.trim() !== '' && !control.test(written) ? written : undefined,
  )

export const address = text('must be 1 to 200 visible ASCII characters without white space', (written) =>
  /^[\x21-\x7e]{1,200}$/.test(written) ? written : undefined,
)

/** A hash or reference of a ledger; hexadecimal is case-insensitive. */
export const hash = text('must be 1 to 200 visible ASCII characters without white space', (written) =>
  /^[\x21-\x7e]{1,200}$/.test(written) ? canonicalAddress(written) : undefined,
)

const mostMetadata = 65_536

export const json = text(`must be JSON text of at most ${mostMetadata} characters`, (written) => {
  try {
    if (written.length > mostMetadata) return undefined
    JSON.parse(written)
    return written
  } catch {
    return undefined
  }
})

export const oneOf = <Value extends string>(values: readonly Value[]): Column<Value> =>
  text(`must be ${values.join(' or ')}`, (written) => values.find((value) => value === written))

export const smallNumber = (most: number): Column<number> => ({
  json: ['string', 'number'],
  rule: `must be a whole number from 0 to ${most}`,
  parse: (written) => (/^(0|[1-9]\d{0,14})$/.test(written) && Number(written) <= most ? Number(written) : undefined),
})

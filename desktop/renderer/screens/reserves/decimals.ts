/** A decimal in groups of three digits, counted from the point outwards. */
type Digits = {
  readonly sign: '' | '-'
  readonly whole: readonly string[]
  /** Empty where there is no point. */
  readonly fraction: readonly string[]
}

/** Longer than any amount of a token: 78 digits of a uint256 behind up to 255 noughts. */
export const mostDigits = 400

const size = 3

const groups = (digits: string, first: number): readonly string[] => {
  const head = digits.slice(0, first)
  const tail = Array.from({ length: Math.ceil((digits.length - first) / size) }, (_, index) =>
    digits.slice(first + index * size, first + (index + 1) * size),
  )
  return head ? [head, ...tail] : tail
}

export function digitsOf(decimal: string): Digits {
  const sign = decimal.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = decimal.slice(sign.length).split('.')
  return { sign, whole: groups(whole, whole.length % size), fraction: groups(fraction, 0) }
}

/** The decimal with something between its groups: (`"-1234.5678"`, `" "`) is `"-1 234.567 8"`. */
export function grouped(decimal: string, separator: string): string {
  const { sign, whole, fraction } = digitsOf(decimal)
  return `${sign}${whole.join(separator)}${fraction.length > 0 ? '.' : ''}${fraction.join(separator)}`
}

/** How many digits stand behind the point. */
export function placesOf(decimal: string): number {
  const point = decimal.indexOf('.')
  return point < 0 ? 0 : decimal.length - point - 1
}

const order = <Value>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares two decimals without sign by their digits. */
function compareSizes(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  return order(wholeA.length, wholeB.length) || order(wholeA, wholeB) || order(fractionA, fractionB)
}

/** Exact for decimals of any length: negative when `a` is the smaller, 0 when they are equal. */
export function compareDecimals(a: string, b: string): number {
  const isNegativeA = a.startsWith('-')
  const isNegativeB = b.startsWith('-')
  if (isNegativeA !== isNegativeB) return isNegativeA ? -1 : 1
  return isNegativeA ? compareSizes(b.slice(1), a.slice(1)) : compareSizes(a, b)
}

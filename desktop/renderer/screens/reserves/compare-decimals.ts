const order = <Value>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares two decimals without sign by their digits. */
function compareSizes(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  return order(wholeA.length, wholeB.length) || order(wholeA, wholeB) || order(fractionA, fractionB)
}

/** Exact for decimals of any length: negative when `a` is the smaller, 0 when they are equal. */
export function compareDecimals(a: string, b: string): number {
  const [isNegativeA, isNegativeB] = [a.startsWith('-'), b.startsWith('-')]
  if (isNegativeA !== isNegativeB) return isNegativeA ? -1 : 1
  return isNegativeA ? compareSizes(b.slice(1), a.slice(1)) : compareSizes(a, b)
}

const format = new Intl.NumberFormat('en')

/** A whole number in groups of three, as the words have it. */
export const numberText = (number: number | bigint): string => format.format(number)

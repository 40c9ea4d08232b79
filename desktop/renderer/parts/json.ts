/** JSON that a person can read too. */
export const jsonOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** One JSON object a line. */
export const ndjsonOf = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

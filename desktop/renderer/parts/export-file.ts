/** A name without characters that a system forbids, as "strongroom-reserves-2026-01-02T030405Z.csv". */
export const fileNameOf = (what: string, asOf: string, ending: 'csv' | 'json' | 'ndjson'): string =>
  `strongroom-${what}-${asOf.slice(0, 19).replaceAll(':', '')}Z.${ending}`

/** JSON that a person can read too. */
export const exportJson = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** One JSON object a line. */
export const exportNdjson = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

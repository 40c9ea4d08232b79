/** A name without characters that a system forbids, as "strongroom-reserves-2026-01-02T030405Z.csv". */
export const fileNameOf = (what: string, asOf: string, ending: 'csv' | 'json' | 'ndjson'): string =>
  `strongroom-${what}-${asOf.slice(0, 19).replaceAll(':', '')}Z.${ending}`

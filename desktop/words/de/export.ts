import type { exporting as english } from '../en/export.ts'
import type { Translated } from '../translate.ts'

export const exporting = {
  export: 'Exportieren',
  saved: 'Gespeichert',
  notSaved: 'Speichern nicht möglich',
  csv: 'CSV (Tabellenkalkulation)',
  json: 'JSON (genaue Werte, mit Herkunft)',
  ndjson: 'NDJSON (ein Datensatz je Zeile)',
} as const satisfies Translated<typeof english>

export const exporting = {
  export: 'Export',
  saved: 'Saved',
  notSaved: 'Not saved',
  csv: 'CSV (spreadsheet)',
  json: 'JSON (exact, with its origin)',
  ndjson: 'NDJSON (one record a line)',
} as const

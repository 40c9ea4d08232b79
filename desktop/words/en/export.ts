export const exporting = {
  export: 'Export',
  saved: 'Saved',
  notSaved: 'Could not save',
  csv: 'CSV (spreadsheet)',
  json: 'JSON (exact values, with source)',
  ndjson: 'NDJSON (one record per line)',
} as const

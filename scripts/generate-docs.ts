import { join } from 'node:path'
import { staleFiles, writeFiles } from './generate-files.ts'

const docs = join(import.meta.dirname, '..', 'docs')
if (process.argv.includes('--check')) {
  const stale = staleFiles(docs)
  if (stale.length > 0) {
    console.error(`docs/${stale.join(' and docs/')} no longer say what the code does: run "npm run generate".`)
    process.exitCode = 1
  }
} else writeFiles(docs)

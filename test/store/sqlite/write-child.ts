// Stores audit records without end and says after each one that it was stored: node write-child.ts DIR
import { openSqliteStore } from '../../../server/store/sqlite/sqlite-store.ts'

const store = openSqliteStore(process.argv[2] ?? '')
for (let at = 1; ; at += 1) {
  await store.recordAudit({ kind: 'data.imported', actor: 'tester', at })
  process.stdout.write(`${(await store.auditHead())?.sequence}\n`)
}

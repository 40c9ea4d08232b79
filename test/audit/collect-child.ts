// Keeps the whole audit in memory, as verifying must not: node collect-child.ts DIR
import { inspectFolder } from '../../server/store/sqlite/inspect/inspect-folder.ts'

await using inspection = inspectFolder(process.argv[2] ?? '')
process.stdout.write(`${(await Array.fromAsync(inspection.auditLinks())).length}\n`)

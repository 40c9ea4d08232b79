// Keeps the whole audit in memory, as verifying must not: node collect-child.ts DIR
import { administer } from '../../server/data-folder.ts'

await using inspection = await administer(process.argv[2] ?? '').inspect()
process.stdout.write(`${(await Array.fromAsync(inspection.auditLinks())).length}\n`)

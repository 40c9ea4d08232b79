import type { AuditLink } from '../store/inspection.ts'

/** A record with exactly the members its hash was taken of, that hash, and the one before it. */
const toLine = ({ sequence, at, kind, actor, tenantId, custodianId, rotationId, details, previous, hash }: AuditLink) =>
  JSON.stringify({ sequence, at, kind, actor, tenantId, custodianId, rotationId, details, previous, hash })

/** Records as lines of NDJSON. */
export async function* auditLines(links: AsyncIterable<AuditLink>): AsyncGenerator<string> {
  for await (const link of links) yield `${toLine(link)}\n`
}

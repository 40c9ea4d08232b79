import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditLink } from '../store/inspection.ts'

/** A record with exactly the members its hash was taken of, that hash, and the one before it. */
const toLine = ({ sequence, at, kind, actor, tenantId, custodianId, rotationId, details, previous, hash }: AuditLink) =>
  JSON.stringify({ sequence, at, kind, actor, tenantId, custodianId, rotationId, details, previous, hash })

const linesAtOnce = 200

function* inChunks(links: Iterable<AuditLink>, count: (lines: number) => void): Generator<string> {
  let lines: string[] = []
  for (const link of links) {
    lines.push(toLine(link))
    count(1)
    if (lines.length < linesAtOnce) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

/** Writes records as NDJSON, as fast as the other side takes them; answers how many. */
export async function exportAudit(
  links: Iterable<AuditLink>,
  sink: NodeJS.WritableStream,
  { end }: { readonly end: boolean },
): Promise<number> {
  let written = 0
  const chunks = Readable.from(
    inChunks(links, (lines) => (written += lines)),
    { highWaterMark: 2 },
  )
  await pipeline(chunks, sink, { end })
  return written
}

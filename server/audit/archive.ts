import { createReadStream } from 'node:fs'
import { z } from 'zod'
import type { AuditFilter, AuditLink, Inspection } from '../store/inspection.ts'
import { chainStart } from './chain.ts'
import { type ChainedAudit, type ChainFault, type ChainReport, verifyChain, wrongLink } from './verify-chain.ts'

/** A place of the chain: a record, or what stands before the first. */
type Place = { readonly sequence: string; readonly hash: string }

/** What exported segments are found to be. `start` is the place before the first of their records. */
export type ArchiveReport = ChainReport & { readonly start: Place }

const Digits = z.string().regex(/^[1-9]\d{0,18}$/)
const Hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A line of an export, as `auditLines` writes it. */
const ArchivedLink = z.strictObject({
  sequence: Digits,
  at: z.number(),
  kind: z.string(),
  actor: z.string(),
  tenantId: Digits.nullable(),
  custodianId: Digits.nullable(),
  rotationId: z.string().nullable(),
  details: z.string(),
  previous: Hash,
  hash: Hash,
})
type ArchivedLink = z.infer<typeof ArchivedLink>

/** Characters; a longer line is no record. */
const longestLine = 16 * 2 ** 20

/** Lines end with a line feed alone: a text in a record may have any other separator of lines. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > longestLine) break
  }
  if (rest) yield rest
}

function parseLine(line: string): ArchivedLink | null {
  try {
    return ArchivedLink.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

/** Where a file begins; a file that begins with no record is read first, so that it is found. */
async function beginningOf(file: string): Promise<bigint> {
  for await (const line of linesOf(file)) return BigInt(parseLine(line)?.sequence ?? 0)
  return 0n
}

async function inOrder(files: readonly string[]): Promise<readonly string[]> {
  const found: { file: string; from: bigint }[] = []
  for (const file of files) found.push({ file, from: await beginningOf(file) })
  return found.sort((one, other) => (one.from < other.from ? -1 : 1)).map(({ file }) => file)
}

type Line = { readonly link: ArchivedLink | null; readonly name: string }

async function* entriesOf(files: readonly string[]): AsyncGenerator<Line> {
  for (const file of files) {
    let number = 0
    for await (const line of linesOf(file)) {
      number += 1
      yield { link: parseLine(line), name: `line ${number} of ${file}` }
    }
  }
}

/** Verifies exported segments by themselves: that they are whole, unchanged, and follow one another. */
export async function verifyArchive(given: readonly string[]): Promise<ArchiveReport> {
  let start: Place | null = null
  let head: Place = { sequence: '0', hash: chainStart }
  let records = 0
  for await (const { link, name } of entriesOf(await inOrder(given))) {
    if (link && !start) {
      start = placeBefore(link)
      head = start
    }
    const reason = link ? wrongArchived(link, head) : `${name} is not a record of a full export`
    if (!link || reason) return { start: start ?? head, head, records, fault: at(link?.sequence ?? null, reason ?? '') }
    head = { sequence: link.sequence, hash: link.hash }
    records += 1
  }
  return { start: start ?? head, head, records, fault: null }
}

const at = (sequence: string | null, reason: string): ChainFault => ({ about: 'record', sequence, reason })

const before = (sequence: string) => `${BigInt(sequence) - 1n}`

const placeBefore = ({ sequence, previous }: ArchivedLink): Place => ({ sequence: before(sequence), hash: previous })

function wrongArchived(link: ArchivedLink, head: Place): string | null {
  if (head.sequence === '0' && head.hash !== chainStart) return 'it does not begin the chain'
  const reason = wrongLink({ ...link, commitStart: null }, head)
  return reason ?? (link.previous === head.hash ? null : 'the hash before it is not that of the previous record')
}

/**
 * Verifies the audit of a store as the continuation of exported segments, which begin with the first record: the records up
 * to the last of them are those of the segments, and the store is read from that one on.
 */
export async function verifyFromArchive(audit: ChainedAudit, files: readonly string[]): Promise<ChainReport> {
  const archived = await verifyArchive(files)
  const { start, head, fault } = archived
  if (fault) return archived
  if (start.sequence !== '0')
    return { ...archived, fault: at('1', `the archive begins behind it, after record ${start.sequence}`) }
  const from = head.sequence === '0' ? {} : { after: before(head.sequence) }
  const reason = head.sequence === '0' ? null : otherThanArchived(await firstOf(audit, from), head)
  if (reason) return { ...archived, fault: at(head.sequence, reason) }
  const ordered = await inOrder(files)
  const auditLinks = () => continued(ordered, { head, stored: () => audit.auditLinks(from) })
  return verifyChain({ ...audit, openIntents: () => audit.openIntents(), auditLinks })
}

async function firstOf(audit: Pick<Inspection, 'auditLinks'>, filter: AuditFilter): Promise<AuditLink | null> {
  for await (const link of audit.auditLinks(filter)) return link
  return null
}

function otherThanArchived(stored: AuditLink | null, { sequence, hash }: Place): string | null {
  if (stored?.sequence !== sequence) return 'it is in the archive but not in the store: records were removed'
  return stored.hash === hash ? null : 'the store has another record than the archive here: the chain was rebuilt'
}

type Continuation = { readonly head: Place; stored(): AsyncIterable<AuditLink> }

/** The archived records before its head, then those of the store from there on. */
async function* continued(files: readonly string[], { head, stored }: Continuation): AsyncGenerator<AuditLink> {
  for await (const { link } of entriesOf(files))
    if (link && link.sequence !== head.sequence) yield { ...link, commitStart: null }
  yield* stored()
}

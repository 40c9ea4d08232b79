import { type Block, readBlocks } from './blocks.ts'
import { createCsvSource } from './csv.ts'
import { gzipFault } from './gunzip.ts'
import type { ImportInput } from './input.ts'
import { createJsonLineSource, parseLine } from './json-lines.ts'
import type { Kind } from './kind.ts'
import { faultOfHeader, kindOf } from './kinds.ts'
import type { RowSink } from './rows.ts'

/** A line that cannot be imported, as written to the file of refused lines. */
export type RefusedLine = { readonly line: number; readonly reason: string; readonly raw: string }

/** The kind and format of a file; without a header it is NDJSON. */
export type Content = { readonly kind: Kind; readonly header: readonly string[] | null; readonly first: RefusedLine }
export type Detected = Content | { readonly kind: null; readonly fault: RefusedLine }

type Finding = { found: Detected | null; firstFault: RefusedLine | null }

const refusing = (line: number, raw: string, reason: string): RefusedLine => ({ line, reason, raw })

function csvSink(finding: Finding): RowSink {
  return {
    row(header, line, raw) {
      if (finding.found) return
      const kind = kindOf(header)
      const reason = typeof kind === 'string' ? kind : faultOfHeader(header, kind)
      finding.found =
        typeof kind === 'string' || reason !== null
          ? { kind: null, fault: refusing(line, raw, reason as string) }
          : { kind, header, first: refusing(line, raw, '') }
    },
    fault(reason, line, raw) {
      finding.found ??= { kind: null, fault: refusing(line, raw, reason) }
    },
  }
}

/** The first object that matches a kind decides; lines before it are refused on import. */
function jsonSink(finding: Finding): RowSink {
  const sink: RowSink = {
    row(_cells, line, raw) {
      if (finding.found) return
      const row = parseLine(raw)
      const kind = typeof row === 'string' ? row : kindOf(Object.keys(row))
      if (typeof kind === 'string') sink.fault(kind, line, raw)
      else finding.found = { kind, header: null, first: refusing(line, raw, '') }
    },
    fault(reason, line, raw) {
      finding.firstFault ??= refusing(line, raw, reason)
    },
  }
  return sink
}

const isJson = ({ text }: Block) => /^\s*[{[]/.test(text)

/** Reads blocks until the kind of the file is known. */
async function look(input: ImportInput, finding: Finding): Promise<void> {
  let source = null
  for await (const block of readBlocks(input.open())) {
    source ??= isJson(block) ? createJsonLineSource(jsonSink(finding)) : createCsvSource(csvSink(finding))
    source.read(block)
    if (finding.found) return
  }
  source?.end()
}

/** Detects the kind of a file from its header or its objects; reads no further than necessary. */
export async function detect(input: ImportInput): Promise<Detected> {
  const finding: Finding = { found: null, firstFault: null }
  try {
    await look(input, finding)
  } catch (error) {
    const fault = gzipFault(error)
    if (fault === null) throw error
    finding.firstFault ??= refusing(1, '', fault)
  }
  return finding.found ?? { kind: null, fault: finding.firstFault ?? refusing(1, '', 'the file is empty') }
}

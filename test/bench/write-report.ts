import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isMet, type Measure, ratioText, targetText } from './measure.ts'
import type { Cost } from './request-costs.ts'

const file = join(import.meta.dirname, '../../docs/benchmarks.md')

export type Report = {
  readonly measures: readonly Measure[]
  readonly whole: readonly Cost[]
  readonly parts: readonly Cost[]
  readonly generator: string
}

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const costTable = (costs: readonly Cost[]) =>
  tableOf(
    ['step', 'µs'],
    costs.map(({ step, microseconds }) => [step, microseconds.toFixed(2)]),
  )

const measureTable = (measures: readonly Measure[]) =>
  tableOf(
    ['what', 'figure', 'target', 'medians'],
    measures.map((measure) => [
      measure.name,
      `${ratioText(measure)}${isMet(measure) ? '' : ' (missed)'}`,
      targetText(measure),
      measure.detail,
    ]),
  )

/** Writes docs/benchmarks.md. */
export function writeReport({ measures, whole, parts, generator }: Report): void {
  writeFileSync(
    file,
    `# Benchmarks

\`npm run bench\` generates this page in four to six minutes, and exits with code 1 if a target is missed.
\`npm run bench -- --quick\` only checks that every benchmark runs: it compares no targets and writes nothing.

Machine: ${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}; load by ${generator}.
Absolute figures vary with the machine and its load. Ratios are ratios of medians. The rounds of both sides are interleaved,
so that a busy moment affects both.

${measureTable(measures)}

**Reads.** The server, the bare server and the load generator run in separate processes; the server runs as with \`strongroom serve\`.
The generator uses 16 keep-alive connections. Each server has a warm-up of four seconds. If both servers kept a core busy, the ratio
compares requests a second. If the generator or the rest of the machine was the limit, it compares the CPU time that each server's
process spent on a request.

The request log is off, except in the rows that name it. There, its reader reads every line at once.

**Console.** The built bundle runs on the stand-in host (Chromium, see \`test/desktop/host\`) with a real server and real icons. Each
custodian is opened for the first time, in turn with a few and with many wallets. A click is measured until the frame with the first
rows is painted. This includes the server's first bytes, which it sends once the rows are read and the first 256 KiB of the answer are
written, while it still encodes the rest. Tasks are those of the page's main thread in Chromium's trace, while the whole listing is
scrolled in four seconds and then back by wheel. They are in wall time, so a busy machine makes them longer.

## Cost of a cached read

Whole requests through in-memory connections, without kernel and client, in CPU time with 16 concurrent connections:

${costTable(whole)}

Single parts, called repeatedly. The caches are warm, so these figures are better than in a request:

${costTable(parts)}

Notes for engineers:

- An unchanged answer is never built again: its bytes are cached, in each encoding that was requested. The remaining cost is the
  authentication (SHA-256 and one lookup), the check that the bytes are current (one row of versions), and HTTP.
- Opening and closing a read transaction costs SQLite two file locks, more than either lookup. The requests that arrive in one turn
  of the event loop therefore share one transaction. It begins after they arrived, so it includes every commit they could know of.
- Hooks with callbacks instead of promises gained nothing above the noise. Fastify's logger is off: for every request it created
  a child logger and two listeners, which cost half as much as looking up the token.
- With large bodies, the kernel spends most of a request copying them: request zstd.
- The next targets are 0.80 for the wallet listing and 0.60 for reserves. The remaining cost above the bare server is spread out:
  about two microseconds for Fastify and the gate, three for authentication, two for the versions, the schema and the headers.

## Where others win

- nginx or any static file server needs a fraction of the CPU for the same constant bytes. It does not authenticate the caller.
- DuckDB loads rows without keys faster, and sums raw transactions by any column. Strongroom stores only the totals of the report.
- PostgreSQL accepts writes from many machines at once. In Strongroom one thread writes, so an append and its totals are one cheap
  transaction.
- The first read after a change builds the answer. The figures for cached responses do not apply to data that changes with every
  request.
`,
  )
}

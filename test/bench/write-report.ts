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

Written by \`npm run bench\`, which takes four to six minutes and ends with exit code 1 when a target is missed.
\`npm run bench -- --quick\` only shows that everything runs: it judges nothing and writes nothing.

Machine: ${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}; load by ${generator}.
Absolute figures vary with the machine and with what else runs on it. Ratios come from interleaved rounds, so that a busy moment
meets both sides, and are ratios of medians.

${measureTable(measures)}

How the reads are loaded: the server runs as \`strongroom serve\` does, in a process of its own, and so do the bare server and the
load generator, with 16 keep-alive connections, after a warm-up of four seconds each. The ratio is that of requests a second where
both servers kept a core busy; where the generator or the rest of the machine was the limit, it is that of the CPU time which each
server's process spent on a request.

The request log is off in every row but those that name it; there its reader takes every line as it comes.

How the console is measured: the built bundle on the stand-in host (Chromium, see \`test/desktop/host\`) over a real server with real
icons, each custodian opened for the first time, in turn with a few and with many wallets. The click counts until the frame with the
first rows is painted, so it includes the server's first bytes: they leave when the rows are read and the first 256 KiB of the answer are
written, while the rest is still being made. Tasks are those of the page's main thread in Chromium's trace, while the whole listing passes in
four seconds and a wheel turns back; they are of wall time, so a busy machine lengthens them.

## Where the microseconds of a kept read go

Whole requests through connections in memory, without kernel and client, CPU time with 16 connections asking at once:

${costTable(whole)}

The parts alone, called over and over (so with warm caches, which flatters them):

${costTable(parts)}

What that tells the next engineer:

- An unchanged read is never built again: its bytes are cached, in each encoding that was requested. What remains is to find
  out who asks (SHA-256 and one lookup), whether the bytes still hold (one row of versions), and HTTP.
- Opening and closing a read transaction costs SQLite two file locks, more than either lookup. The requests that arrive in one turn
  of the event loop therefore share one, which begins after they arrived, so that no commit they could know of is missed.
- Hooks with callbacks instead of promises were measured too, and gained nothing above the noise. Fastify's logger
  cost every request a child of it and two listeners, half as much as looking up the token, so Fastify has none.
- With large bodies most of a request is the kernel copying them: ask for zstd.
- The next aims are 0.80 for the wallet listing and 0.60 for reserves. What is left above the bare server is spread thin: about two
  microseconds for Fastify and the gate, three to find out who asks, two for the versions, the schema and the headers.

## Where others win

- nginx or any static file server needs a fraction of the CPU for the same constant bytes; it does not look up who asks.
- DuckDB loads keyless rows faster and sums raw transactions by any column; here only the totals of the report are stored.
- PostgreSQL takes writes from many machines at once. Here one thread writes, which is what makes an append and its totals one
  cheap transaction.
- The first read after a change pays for the building: the figures above for cached responses say nothing of data that changes with
  every request.
`,
  )
}

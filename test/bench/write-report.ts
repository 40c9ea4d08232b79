import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Table } from './bench.ts'
import { type FigureName, figureNames, requiredFigures } from './figures.ts'
import { type Measure, verdictOf } from './measure.ts'
import { controlText, figureText, targetText } from './measure-text.ts'
import { type Result, readResults } from './results.ts'

const file = join(import.meta.dirname, '../../docs/benchmarks.md')

const tableOf = (names: readonly string[], rows: readonly (readonly string[])[]) =>
  [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const cellsOf = (measure: Measure): readonly string[] => [
  measure.name,
  figureText(measure),
  targetText(measure),
  verdictOf(measure),
  controlText(measure),
  measure.detail,
]

const heads = ['what', 'median (least to most)', 'target', 'verdict', 'control', 'medians']

/** A row for each required figure, measured or not. */
function requiredTable(results: readonly Result[]): string {
  const all = results.flatMap(({ measures }) => measures)
  const byFigure = new Map(all.map((measure) => [measure.figure, measure]))
  const rowOf = (figure: FigureName) => {
    const measure = byFigure.get(figure)
    if (measure) return [figure, ...cellsOf(measure)]
    const { what, target } = requiredFigures[figure]
    return [figure, what, `not measured: ${whyNot(figure, results)}`, targetText({ target }), '', '', '']
  }
  return tableOf(['row', ...heads], figureNames.map(rowOf))
}

function whyNot(figure: FigureName, results: readonly Result[]): string {
  const { bench } = requiredFigures[figure]
  const why = results.flatMap(({ notMeasured }) => notMeasured?.[figure] ?? [])
  if (why[0]) return why[0]
  const wasRun = results.some((result) => result.bench === bench)
  return wasRun ? `\`${bench}\` does not measure it yet` : `\`${bench}\` has no results yet`
}

const tableText = ({ title, about, heads: names, rows }: Table) =>
  `## ${title}\n\n${about}\n\n${tableOf(names, rows)}\n`

const runsTable = (results: readonly Result[]) =>
  tableOf(
    ['command', 'took', 'date', 'machine', 'compared with'],
    results.map(({ command, seconds, date, machine, versions = {} }) => [
      `\`${command}\``,
      `${seconds.toFixed(0)} s`,
      date,
      machine,
      Object.entries(versions)
        .map(([name, version]) => `${name} ${version}`)
        .join(', '),
    ]),
  )

const notes = `Notes for engineers:

- An unchanged answer is never built again: its bytes are cached, in each encoding that was requested, and the fast path sends them
  without the framework. What it adds to bare HTTP is, in this order, its headers (Node checks each of them for every response),
  the SHA-256 of the token, one row of versions of the tokens and one of the value in each turn of the event loop, and the limits
  of the token.
- Opening and closing a read transaction costs SQLite two file locks, more than either lookup. The requests that arrive in one turn
  of the event loop therefore share one transaction. It begins after they arrived, so it includes every commit they could know of.
- Hooks with callbacks instead of promises gained nothing above the noise. Fastify's logger is off: for every request it created
  a child logger and two listeners, which cost half as much as looking up the token.
- With large bodies, the kernel spends most of a request copying them: request zstd.
- A start from the sources read 959 files, and stripping their types and resolving them took half of it. What is left is a third
  each for loading code, for composing schemas and routes, and for V8: garbage collection, and its threads that compile.
- Routes that answered 405, one for each method that Node reads on each path, took a sixth of a start and 12 MB: one hook answers
  now. Nor does a start wait for the writer thread, for 6,300 look-alike characters or for schemas of answers that it does not give
  ([0076](decisions/0076-a-start-does-what-the-first-request-needs.md)).
- An import of \`node:fs\` or \`node:http\` as a module evaluates everything they offer: streams in 9 ms, a WebSocket client in 34.
  The compiled program is CommonJS for that reason, and \`server/main.mjs\` requires \`node:fs\`.
- At rest, 52 of a server's 105 MB are pages of Node and its libraries, which other processes share. The rest is objects and code
  of the main thread, the writer's thread, SQLite's cache and OpenSSL. A loop that becomes hot makes V8 load its optimizing
  compiler, 7 to 9 MB. The check of built-in icons did so in every server, and composing all encoders at the start; neither is done
  any more.
- A buffer as the key of an HMAC or a cipher costs 20 µs more than a key object, since Node 24 finds out by two exceptions that it
  is none: nine times in a rotation.
- SQLite with STAT4 plans a statement again in each run if a value bound in a join, an order or a LIMIT could change its plan, for
  10 to 60 µs: more than half of the statements here, and half of what the writes of a rotation and of an import of wallets took.
  \`server/store/sqlite/statements.ts\` keeps it from looking.
- What a connection keeps until its next request outlives V8's young generation. The last request of each of 8,000 connections, kept
  for answers to broken ones, made its collections 55 to 112 ms long; without them they take 2 to 37 ms, on the same busy machine.
- What is flushed counts more in a rotation than CPU time. It waited for four commits, and waits for two, as the bare server does
  ([0056](decisions/0056-a-rotation-waits-for-two-commits.md)). The anchor of the audit took three flushes after each commit, and
  takes one ([0023](decisions/0023-where-the-audit-anchor-may-stand.md)).

## Where others win

- nginx or any static file server needs a fraction of the CPU for the same constant bytes. It does not authenticate the caller.
- DuckDB loads rows without keys faster, and sums raw transactions by any column. Strongroom stores only the totals of the report.
- PostgreSQL accepts writes from many machines at once, and Strongroom on it (G21 and G22). On SQLite one thread writes, so an
  append and its totals are one cheap transaction.
- The first read after a change builds the answer. The figures for cached responses do not apply to data that changes with every
  request.
`

/** docs/benchmarks.md, from the last results of every benchmark. */
export function benchmarksPage(results: readonly Result[] = readResults()): string {
  const others = results.flatMap(({ measures }) => measures.filter(({ figure }) => figure === null))
  return `# Benchmarks

\`npm run bench\` measures everything but the rows of \`peers\` and \`soak\`. It exits with code 1 if a
target is missed or cannot be judged. \`npm run bench -- --help\` names the parts that can be run alone. This page is written from
the last result of each part, \`test/bench/results\`; a part that is run alone leaves the others as they are.

${runsTable(results)}

Absolute figures vary with the machine and its load. The ratios are made to be believed on a noisy one:

- The sides of a comparison run in turn, round after round, and every second round backwards. Each round gives a ratio. The table
  has the median of the rounds, with the least and the most.
- CPU time is what the process of the server used for a request, in all its threads. Requests a second are judged only if both
  servers were busy for at least 90 % of the time. Otherwise the load generator, or others on the machine, were the limit.
- The control compares a side with itself in the same rounds: the bare server with a second bare server, the bare loop with the
  same loop. If its median is off by more than 5 %, the machine was too noisy, and the ratio is not judged.

## Targets

${requiredTable(results)}

## Other figures

${tableOf(heads, others.map(cellsOf))}

**Reads.** The server, the bare server and the load generator run in separate processes; the server runs as with \`strongroom serve\`.
The generator uses 16 keep-alive connections. Each server has a warm-up of four seconds. The request log is off, except in the rows
that name it. There, its reader reads every line at once.

**Console.** The built bundle runs on the stand-in host (Chromium, see \`test/desktop/host\`) with a real server and real icons. Each
custodian is opened for the first time, in turn with a few and with many wallets. A click is measured until the frame with the first
rows is painted. This includes the server's first bytes, which it sends once the rows are read and the first 256 KiB of the answer are
written, while it still encodes the rest. The console with all rows in the page has a browser of its own, since they leave gigabytes
of memory behind. Tasks are those of the page's main thread in Chromium's trace, while the whole listing is scrolled in four seconds
and then back by wheel. They are in the thread's own time; their wall time, which a busy machine lengthens, stands next to it.

${results
  .flatMap(({ tables = [] }) => tables)
  .map(tableText)
  .join('\n')}
${notes}`
}

export function writeReport(): void {
  writeFileSync(file, benchmarksPage())
}

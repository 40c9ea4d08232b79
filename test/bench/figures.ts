/** What a figure has to come to. */
export type Target = { readonly atLeast: number } | { readonly atMost: number }

type Requirement = { readonly what: string; readonly target: Target; readonly bench: string }

const atLeast = (value: number): Target => ({ atLeast: value })
const atMost = (value: number): Target => ({ atMost: value })

/**
 * Every figure that Strongroom has to reach, with the benchmark that measures it. `docs/benchmarks.md` shows them all:
 * one that no benchmark has measured yet stands there as "not measured".
 */
const required = {
  G1: {
    what: 'wallet listing (REST, 100 wallets, unchanged, token checked) against bare node:http with the same bytes',
    target: atLeast(0.85),
    bench: 'reads',
  },
  G2: { what: 'the same while another process writes 2,000 unrelated rows/s', target: atLeast(0.7), bench: 'writes' },
  'G3 304': { what: "304 to the wallet listing against the bare server's 200", target: atLeast(1.8), bench: 'reads' },
  'G3 zstd': {
    what: "zstd body of the wallet listing against the bare server's plain 200",
    target: atLeast(1.4),
    bench: 'reads',
  },
  'G4 Prisma': { what: 'wallet listing against Express 5 + Prisma + SQLite', target: atLeast(20), bench: 'peers' },
  'G4 NestJS': { what: 'wallet listing against NestJS 11 + TypeORM + SQLite', target: atLeast(15), bench: 'peers' },
  'G4 Drizzle': { what: 'wallet listing against Express 5 + Drizzle + SQLite', target: atLeast(15), bench: 'peers' },
  'G4 Prisma, rebuilt': {
    what: 'wallet listing, built for each request, against Express 5 + Prisma + SQLite',
    target: atLeast(5),
    bench: 'peers',
  },
  'G4 NestJS, rebuilt': {
    what: 'wallet listing, built for each request, against NestJS 11 + TypeORM + SQLite',
    target: atLeast(4),
    bench: 'peers',
  },
  'G4 Drizzle, rebuilt': {
    what: 'wallet listing, built for each request, against Express 5 + Drizzle + SQLite',
    target: atLeast(4),
    bench: 'peers',
  },
  G5: {
    what: 'reserves (REST, 50 tokens, token checked) against bare node:http with the same bytes',
    target: atLeast(0.75),
    bench: 'reads',
  },
  'G5 Prisma': { what: 'reserves against Express 5 + Prisma + SQLite', target: atLeast(15), bench: 'peers' },
  'G5 NestJS': { what: 'reserves against NestJS 11 + TypeORM + SQLite', target: atLeast(8), bench: 'peers' },
  'G5 Express + pg': { what: 'reserves against Express 5 + pg (PostgreSQL)', target: atLeast(5), bench: 'peers' },
  'G6 wallets, stock adapter': {
    what: 'tRPC wallet listing against the stock adapter of tRPC on objects',
    target: atLeast(5),
    bench: 'peers',
  },
  'G6 reserves, stock adapter': {
    what: 'tRPC reserves against the stock adapter of tRPC on objects',
    target: atLeast(2.5),
    bench: 'peers',
  },
  'G6 wallets, REST': { what: 'tRPC wallet listing against the same over REST', target: atLeast(0.5), bench: 'reads' },
  'G6 reserves, REST': { what: 'tRPC reserves against the same over REST', target: atLeast(0.5), bench: 'reads' },
  G7: {
    what: 'reserves rebuilt after a new transaction, 10 million transactions against 1 million (p50)',
    target: atMost(1.2),
    bench: 'growth',
  },
  G8: {
    what: "reserves against PostgreSQL's NUMERIC GROUP BY of 10 million transactions, over HTTP",
    target: atLeast(1000),
    bench: 'peers',
  },
  'G9 growth': {
    what: 'import of 10 million rows of CSV, rows/s of the last million against the first',
    target: atLeast(0.85),
    bench: 'import',
  },
  'G9 bare': {
    what: 'import of 10 million rows of CSV against a bare prepared INSERT loop into the same table',
    target: atLeast(0.5),
    bench: 'import',
  },
  'G9 PostgreSQL': {
    what: 'import against PostgreSQL INSERT and totals of the same file',
    target: atLeast(3),
    bench: 'peers',
  },
  'G9 replay, rows': { what: 'rows that a replayed import inserts', target: atMost(0), bench: 'import' },
  'G9 replay': { what: 'replayed import against the first one, rows/s', target: atLeast(1), bench: 'import' },
  G10: { what: 'import with synchronous=FULL against NORMAL', target: atLeast(0.85), bench: 'import' },
  G11: {
    what: 'rotations without provider delay, 64 connections, grouped commits against one by one',
    target: atLeast(2),
    bench: 'rotations',
  },
  'G12 throughput': {
    what: 'rotations with a provider that takes 50 ms, 64 connections, against the ceiling 64/50 ms',
    target: atLeast(0.85),
    bench: 'rotations',
  },
  'G12 p50': { what: 'the same, p50 against the 50 ms of the provider', target: atMost(1.1), bench: 'rotations' },
  'G13 paint': {
    what: '10,000 wallets in the console, from the click to the first rows painted, against 100',
    target: atMost(1.6),
    bench: 'console',
  },
  'G13 unvirtualised': {
    what: 'the same against all 10,000 rows in the page',
    target: atMost(0.25),
    bench: 'console',
  },
  'G14 build': {
    what: 'first build of 10,000 wallets after a change, against rows and JSON.stringify',
    target: atMost(0.3),
    bench: 'build',
  },
  'G14 event loop': {
    what: 'first build of 10,000 wallets after a change, ms that the event loop is blocked',
    target: atMost(50),
    bench: 'build',
  },
  'G15 errors': {
    what: 'errors with 10,000 keep-alive connections and 1,000 req/s open loop for 60 s',
    target: atMost(0),
    bench: 'load',
  },
  'G15 p99': { what: 'the same, p99 in ms', target: atMost(100), bench: 'load' },
  'G15 memory': { what: 'the same, MB RSS', target: atMost(512), bench: 'load' },
  G16: { what: 'p99 of reads while an import runs, against idle', target: atMost(2), bench: 'load' },
  'G17 start': {
    what: 'start to ready on a folder with 10 million transactions, ms of CPU time',
    target: atMost(1000),
    bench: 'start',
  },
  'G17 memory': { what: 'memory at rest, MB RSS', target: atMost(110), bench: 'memory' },
  'G17 memory, first start': {
    what: 'memory at rest at the first start, MB RSS',
    target: atMost(110),
    bench: 'memory',
  },
  'G18 version': {
    what: 'CPU time of `strongroom --version` against `node -e 0`',
    target: atMost(2),
    bench: 'start',
  },
  'G18 help': {
    what: 'CPU time of `strongroom --help` against `node -e 0`',
    target: atMost(2),
    bench: 'start',
  },
  'G18 serve': { what: '`serve` ready on the demo folder, ms of CPU time', target: atMost(400), bench: 'start' },
  G19: {
    what: 'an hour of mixed load: RSS of the last ten minutes against the first ten',
    target: atMost(1.1),
    bench: 'soak',
  },
  G20: {
    what: 'search of the command palette over 100,000 wallets, ms until the answer to its slowest query is there',
    target: atMost(100),
    bench: 'search',
  },
  'G21 reads': {
    what: 'wallet listing of a server on PostgreSQL against one on SQLite, 128 connections',
    target: atLeast(0.8),
    bench: 'postgres',
  },
  'G21 p50': {
    what: 'what PostgreSQL adds to its p50 over one connection, in round trips: what one question to it adds to a bare server',
    target: atMost(2),
    bench: 'postgres',
  },
  'G21 two servers': {
    what: 'the same of two servers on one database against one, each held to the same share of a processor',
    target: atLeast(1.8),
    bench: 'postgres',
  },
  'G22 commits': {
    what: 'audited commits/s on PostgreSQL, at a flush of 2 ms',
    target: atLeast(250),
    bench: 'postgres',
  },
  'G22 import': {
    what: 'import of transactions into PostgreSQL against SQLite',
    target: atLeast(0.6),
    bench: 'postgres',
  },
} as const satisfies Record<string, Requirement>

/** A figure by the number of its row in the table of targets. */
export type FigureName = keyof typeof required

export const requiredFigures: Readonly<Record<FigureName, Requirement>> = required

export const figureNames = Object.keys(required) as readonly FigureName[]

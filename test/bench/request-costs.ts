import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { openSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pino from 'pino'
import { hashToken } from '../../server/access/token-text.ts'
import { createVerifiedTokens } from '../../server/access/verified-tokens.ts'
import { configOf } from '../../server/config.ts'
import { commonHeaders } from '../../server/http/listener/common-headers.ts'
import { gateFault, repeatedHeader } from '../../server/http/listener/gate.ts'
import { defaultLimits } from '../../server/http/request/limits.ts'
import { createClock } from '../../server/platform/clock.ts'
import { createLogOutput } from '../../server/platform/log-output.ts'
import { serveFolder } from '../../server/serving.ts'
import type { FoundToken } from '../../server/store/records.ts'
import { openDatabase } from '../../server/store/sqlite/connection.ts'
import { reservesReport } from '../../server/store/sqlite/reads/reserves.ts'
import { findToken, tokensVersion } from '../../server/store/sqlite/reads/tokens.ts'
import { listingVersion } from '../../server/store/sqlite/reads/wallets.ts'
import { prepared } from '../../server/store/sqlite/statements.ts'
import { createVersionedCache } from '../../server/store/sqlite/versioned-cache.ts'
import { operations } from '../../shared/operations.ts'
import { isWellFormedToken } from '../../shared/operator-token.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome, Table } from './bench.ts'
import { fillReserves, fillWallets, makeFolder, reservesPath, walletsPath, walletsRequest } from './fill.ts'
import type { Lane } from './lane.ts'
import { median } from './measure.ts'
import { MemorySocket } from './memory-socket.ts'

/** A step of a request and what it costs, microseconds. */
type Cost = { readonly step: string; readonly microseconds: number }

/** Where the time of a cached read goes: whole requests without a network, and the parts of them alone. */
export async function requestCosts({ samples, repetitions }: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  await using plain = await startSubject(join(folder.path, 'plain'), { accessLog: false })
  await using logging = await startSubject(join(folder.path, 'logging'), { accessLog: true })
  const whole = await wholeCosts(plain, { logging, rounds: Math.ceil(samples / 20), turns: repetitions / 40 })
  const parts = partCosts(join(folder.path, 'plain', 'strongroom.db'), plain.token, repetitions)
  return {
    measures: [],
    tables: [
      tableOf(
        'Cost of a cached read',
        whole,
        'Whole requests through in-memory connections, without kernel and client, in CPU time with 16 concurrent connections:',
      ),
      tableOf(
        'Parts of a cached read',
        parts,
        'Single parts, called repeatedly. The caches are warm, so these figures are better than in a request:',
      ),
    ],
  }
}

const tableOf = (title: string, costs: readonly Cost[], about: string): Table => ({
  title,
  about,
  heads: ['step', 'µs'],
  rows: costs.map(({ step, microseconds }) => [step, microseconds.toFixed(2)]),
})

type Subject = AsyncDisposable & { readonly server: Server; readonly token: string }

/** The limits of a token are checked, but not reached. */
const limits = { ...defaultLimits, tokenRate: 999_999, tokenInFlight: 999_999 }

/** A server with the two reads, whose log goes nowhere by the way that standard error takes. */
async function startSubject(dataDir: string, { accessLog }: { accessLog: boolean }): Promise<Subject> {
  const token = await makeFolder(dataDir, async (store) => {
    await fillWallets(store, 100)
    await fillReserves(store, 1_000)
  })
  await using made = new AsyncDisposableStack()
  const output = made.use(createLogOutput(openSync('/dev/null', 'w')))
  const app = made.use(await serveFolder(configOf({ dataDir, port: 0, accessLog, limits }), { log: pino({}, output) }))
  const server = await serverAt(app.url)
  const owned = made.move()
  return { server, token, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The listener behind an address of this process. */
async function serverAt(url: string): Promise<Server> {
  const met = Promise.withResolvers<Server>()
  const meet = (message: unknown) => met.resolve((message as { server: Server }).server)
  subscribe('http.server.request.start', meet)
  await (await fetch(`${url}/livez`)).bytes()
  unsubscribe('http.server.request.start', meet)
  return met.promise
}

const bareBody = Buffer.alloc(8_500, 'x')
const bareHeaders = { 'content-type': 'application/json', 'content-length': bareBody.length }
/** As many headers as a cached response has, as the fast path gives them to Node. */
const allHeaders = Object.entries({
  ...commonHeaders('AbCdEfGhIjKl-1', {} as Socket),
  etag: 'W/"AbCdEfGh-0"',
  vary: 'accept, accept-encoding',
  'cache-control': 'private, no-cache',
  'content-type': 'application/json',
  'content-length': `${bareBody.length}`,
}).flat()

async function wholeCosts(
  { server, token }: Subject,
  { logging, rounds, turns }: { logging: Subject; rounds: number; turns: number },
): Promise<Cost[]> {
  const bare = createServer((_request, response) => response.writeHead(200, bareHeaders).end(bareBody))
  const bareWithHeaders = createServer((_request, response) => response.writeHead(200, allHeaders).end(bareBody))
  const requestOf = (path: string, bearer = token) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:8420\r\nauthorization: Bearer ${bearer}\r\n\r\n`)
  const subjects: [string, Server, Buffer][] = [
    ['bare node:http, constant bytes', bare, requestOf('/')],
    ['the same with the headers of a cached response', bareWithHeaders, requestOf('/')],
    ['Fastify, the gate and a constant answer (`/livez`)', server, requestOf('/livez')],
    ['reserves, cached', server, requestOf(reservesPath)],
    ['wallet listing, cached', server, requestOf(walletsPath)],
    ['reserves, cached, with the request log', logging.server, requestOf(reservesPath, logging.token)],
    ['wallet listing, cached, with the request log', logging.server, requestOf(walletsPath, logging.token)],
  ]
  const times = new Map(subjects.map(([step]) => [step, [] as number[]]))
  for (const [, subject, request] of subjects) await timeRequests(subject, { request, turns })
  for (let round = 0; round < rounds; round += 1)
    for (const [step, subject, request] of subjects)
      times.get(step)?.push(await timeRequests(subject, { request, turns }))
  return [...times].map(([step, samples]) => ({ step, microseconds: median(samples) }))
}

const connections = 16

/** CPU time of one request while sixteen connections ask at once, as under load. */
async function timeRequests(server: Server, { request, turns }: { request: Buffer; turns: number }): Promise<number> {
  const sockets = Array.from({ length: connections }, () => new MemorySocket())
  for (const socket of sockets) server.emit('connection', socket)
  const before = process.cpuUsage()
  for (let turn = 0; turn < turns; turn += 1) {
    await Promise.all(sockets.map((socket) => socket.ask(request)))
    await nextTurn()
  }
  const { user, system } = process.cpuUsage(before)
  if (sockets.some(({ status }) => status !== '200')) throw new Error(`a server answered ${sockets[0]?.status}`)
  for (const socket of sockets) socket.destroy()
  return (user + system) / (connections * turns)
}

function timeOf(work: () => unknown, repetitions: number): number {
  for (let count = 0; count < repetitions; count += 1) work()
  const start = performance.now()
  for (let count = 0; count < repetitions; count += 1) work()
  return ((performance.now() - start) * 1_000) / repetitions
}

function partCosts(file: string, token: string, repetitions: number): Cost[] {
  const db = openDatabase(file, { readonly: true })
  const cache = createVersionedCache(10_000, () => 0)
  const hash = hashToken(token)
  const host = '127.0.0.1:8420'
  const arrived = { originalUrl: walletsPath, headers: { host }, rawHeaders: ['host', host, 'authorization', token] }
  const origins = { hosts: new Set(['127.0.0.1']), schemes: new Set(['http']) }
  const authorization = `Bearer ${token}`
  const tokens = createVerifiedTokens({ store: { tokensVersion: () => 0n }, clock: createClock() })
  const found = findToken(db, hash) as FoundToken
  tokens.keep(authorization, { token: found, tokensVersion: 0n })
  const readVersions = () => {
    prepared(db, 'BEGIN').run()
    tokensVersion(db)
    listingVersion(db, walletsRequest)
    prepared(db, 'COMMIT').run()
  }
  const apart: [string, () => unknown][] = [
    ['fast path: no header twice', () => repeatedHeader(arrived as unknown as IncomingMessage)],
    ['fast path: SHA-256 of the token, its entry, its expiry', () => tokens.find({ authorization, address: host })],
    ['fast path: both versions in a read transaction, once in a turn', readVersions],
    ['framework: one Host, an allowed one', () => gateFault(arrived as unknown as IncomingMessage, origins)],
    ["framework: token's form and its SHA-256", () => isWellFormedToken(token) && hashToken(token)],
    ['framework: schema of the wallet listing', () => operations['custodians.wallets'].input.safeParse(walletsRequest)],
    ['token lookup in a read transaction of its own', () => findToken(db, hash)],
    ["listing's version in a read transaction of its own", () => listingVersion(db, walletsRequest)],
    ["report's version in a read transaction of its own", () => reservesReport(db, cache)],
  ]
  const shared: [string, () => unknown][] = [
    ['token lookup in the shared one', () => findToken(db, hash)],
    ["listing's version in the shared one", () => listingVersion(db, walletsRequest)],
    ["report's version in the shared one", () => reservesReport(db, cache)],
  ]
  try {
    const costsOf = (steps: typeof apart) =>
      steps.map(([step, work]) => ({ step, microseconds: timeOf(work, repetitions) }))
    const costs = costsOf(apart)
    db.exec('BEGIN')
    return [...costs, ...costsOf(shared)]
  } finally {
    db.close()
  }
}

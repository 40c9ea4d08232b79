import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { quantile } from './measure.ts'

/** Requests that are due at fixed times, whether earlier ones were answered or not; all connections are kept open. */
export type OpenLoopJob = {
  readonly url: string
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly perSecond: number
  readonly seconds: number
}

/** Milliseconds from when a request was due until its answer was whole. */
export type OpenLoopLoad = {
  readonly requests: number
  readonly errors: number
  readonly p50: number
  readonly p99: number
  readonly most: number
  /** Half of them, from when they were sent. A request is sent up to a millisecond after it was due. */
  readonly p50Sent: number
}

/** So many connections are opened at once. */
const openingTogether = 100
/** Milliseconds that the last answers may take. */
const patience = 10_000

const job = (await json(process.stdin)) as OpenLoopJob
const { hostname, port, host } = new URL(job.url)
const requests = job.paths.map((path) => {
  const lines = Object.entries({ host, ...job.headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
})

type Connection = {
  readonly socket: Socket
  dueAt: number
  sentAt: number
  head: string
  missing: number
  /** Called once the first answer is there; it is not measured. */
  onOpen: (() => void) | null
}

/** A request by its place in the job, and when it is to be sent. */
type Due = { readonly number: number; readonly dueAt: number }

const idle: Connection[] = []
const waiting: Due[] = []
const latencies: number[] = []
const latenciesSent: number[] = []
let open = 0
let errors = 0
let isEnding = false

function receive(connection: Connection, chunk: Buffer): void {
  if (connection.missing < 0) {
    connection.head += chunk.toString('latin1')
    const bodyAt = connection.head.indexOf('\r\n\r\n') + 4
    if (bodyAt < 4) return
    if (!connection.head.startsWith('HTTP/1.1 200')) errors += 1
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(connection.head)?.[1])
    connection.missing = length - (connection.head.length - bodyAt)
  } else connection.missing -= chunk.length
  if (connection.missing > 0) return
  if (connection.onOpen) {
    connection.onOpen()
    connection.onOpen = null
    idle.unshift(connection)
    return
  }
  const now = performance.now()
  latencies.push(now - connection.dueAt)
  latenciesSent.push(now - connection.sentAt)
  open -= 1
  const next = waiting.shift()
  if (next) send(connection, next)
  else idle.unshift(connection)
}

/** Opens a connection as a client does: for a request. One that sends none is closed by the server after five seconds. */
function openOne(): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  return new Promise((resolve) => {
    const connection: Connection = { socket, dueAt: 0, sentAt: 0, head: '', missing: -1, onOpen: resolve }
    socket
      .on('connect', () => send(connection, { number: 0, dueAt: 0 }))
      .on('data', (chunk) => receive(connection, chunk))
      .on('error', () => resolve())
      .on('close', () => {
        if (isEnding) return
        errors += 1
        if (idle.includes(connection)) idle.splice(idle.indexOf(connection), 1)
      })
  })
}

function send(connection: Connection, { number, dueAt }: Due): void {
  Object.assign(connection, { dueAt, sentAt: performance.now(), head: '', missing: -1 })
  connection.socket.write(requests[number % requests.length] as Buffer)
}

/** The connection that was idle for longest takes the request, or the next one that gets its answer. */
function ask(due: Due): void {
  open += 1
  const connection = idle.pop()
  if (connection) send(connection, due)
  else waiting.push(due)
}

for (let opened = 0; opened < job.connections; opened += openingTogether) {
  const count = Math.min(openingTogether, job.connections - opened)
  await Promise.all(Array.from({ length: count }, openOne))
}
const start = performance.now()
const all = job.perSecond * job.seconds
for (let sent = 0; sent < all; await wait(1)) {
  const due = Math.min(all, Math.floor(((performance.now() - start) * job.perSecond) / 1_000))
  for (; sent < due; sent += 1) ask({ number: sent, dueAt: start + (sent * 1_000) / job.perSecond })
}
for (const end = performance.now() + patience; open > 0 && performance.now() < end; ) await wait(10)
isEnding = true
errors += open
for (const { socket } of idle) socket.destroy()
const load: OpenLoopLoad = {
  requests: latencies.length,
  errors,
  p50: quantile(latencies, 0.5),
  p99: quantile(latencies, 0.99),
  most: quantile(latencies, 1),
  p50Sent: quantile(latenciesSent, 0.5),
}
process.stdout.write(JSON.stringify(load), () => process.exit())

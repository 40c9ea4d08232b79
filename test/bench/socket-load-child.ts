import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Job, Load } from './load.ts'

/** Asks over raw sockets as fast as one process can: the next request leaves when the last answer is whole. */
const { url, paths, headers, connections, seconds } = (await json(process.stdin)) as Job
const { hostname, port, host, pathname, search } = new URL(url)
const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
const requests = (paths ?? [pathname + search]).map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`),
)
let next = 0

const latencies: number[] = []
let failures = 0
const start = performance.now()
const end = start + seconds * 1_000

function lengthOf(head: string): number {
  const status = Number(head.slice(9, 12))
  if (status >= 400) failures += 1
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (length === undefined && status !== 304) throw new Error('an answer has no content-length: install wrk')
  return Number(length ?? 0)
}

function ask(): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let sentAt = 0
  let missing = -1
  let head = ''
  const send = () => {
    sentAt = performance.now()
    missing = -1
    head = ''
    socket.write(requests[next++ % requests.length] as Buffer)
  }
  const receive = (chunk: Buffer): number => {
    if (missing >= 0) return missing - chunk.length
    head += chunk.toString('latin1')
    const bodyAt = head.indexOf('\r\n\r\n') + 4
    return bodyAt < 4 ? -1 : lengthOf(head) - (head.length - bodyAt)
  }
  socket.on('connect', send).on('data', (chunk) => {
    missing = receive(chunk)
    if (missing !== 0) return
    latencies.push(performance.now() - sentAt)
    if (performance.now() < end) send()
    else socket.end()
  })
  return new Promise((resolve) => {
    socket.on('error', () => (failures += 1)).on('close', () => resolve())
  })
}

await Promise.all(Array.from({ length: connections }, ask))
const duration = (performance.now() - start) * 1_000
const sorted = Float64Array.from(latencies).sort()
const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0) * 1_000
const load: Load = { requests: latencies.length, duration, p50: at(0.5), p99: at(0.99), failures }
console.log(JSON.stringify(load))

import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { quantile } from './measure.ts'

/** Rotations of custodians from `firstCustodian` on, one connection each, always to new credentials. */
export type RotationJob = {
  readonly url: string
  readonly token: string
  readonly tenantId: string
  readonly firstCustodian: number
  readonly connections: number
  readonly seconds: number
}

/** Latencies in milliseconds. */
export type RotationLoad = { readonly perSecond: number; readonly p50: number; readonly p99: number }

const { url, token, tenantId, firstCustodian, connections, seconds } = (await json(process.stdin)) as RotationJob
const { hostname, port, host } = new URL(url)
const latencies: number[] = []
const start = performance.now()
const end = start + seconds * 1_000

function requestTo(custodian: number): string {
  const apiKey = randomBytes(18).toString('base64url')
  const secretApiKey = randomBytes(48).toString('base64url')
  const body = JSON.stringify({ tenantId, apiKey, secretApiKey })
  return [
    `PUT /platform/admin/custodians/${custodian}/update_api_keys HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n')
}

/** Whether the text is a whole answer. Throws when it is no success. */
function isAnswered(text: string): boolean {
  const bodyAt = text.indexOf('\r\n\r\n') + 4
  if (bodyAt < 4) return false
  if (!text.startsWith('HTTP/1.1 200')) throw new Error(`a rotation failed: ${text}`)
  return text.length - bodyAt >= Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
}

function rotateInTurn(custodian: number): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let sentAt = 0
  let answer = ''
  const send = () => {
    answer = ''
    sentAt = performance.now()
    socket.write(requestTo(custodian))
  }
  socket.on('connect', send).on('data', (chunk) => {
    answer += chunk.toString('latin1')
    if (!isAnswered(answer)) return
    latencies.push(performance.now() - sentAt)
    if (performance.now() < end) send()
    else socket.end()
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject).on('close', () => resolve())
  })
}

await Promise.all(Array.from({ length: connections }, (_, place) => rotateInTurn(firstCustodian + place)))
const perSecond = (latencies.length * 1_000) / (performance.now() - start)
const load: RotationLoad = { perSecond, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) }
console.log(JSON.stringify(load))

import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls'
import { t } from '../../../words/words.ts'
import type { RemoteServer } from '../connections.ts'
import { networkFault } from '../fault.ts'
import type { RemoteLimits } from '../limits.ts'
import { printable } from '../response-body.ts'
import { trustOf } from '../trust.ts'
import { failed, failedBy, passed, type StageEnd, skipped } from './stage-result.ts'

/** An address of an origin as sockets take it: an IPv6 host without its brackets. */
function placeOf(url: string) {
  const { hostname, port, protocol } = new URL(url)
  const isTls = protocol === 'https:'
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 443 : 80)), isTls }
}

const tooLate = () => Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(tooLate()), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Opens a socket, looks at it once it stands, and closes it. Nothing is sent. */
async function look<Kind extends Socket>(socket: Kind, stands: string, ms: number): Promise<Kind> {
  const { promise, resolve, reject } = Promise.withResolvers<Kind>()
  socket.once(stands, () => resolve(socket)).on('error', reject)
  socket.once('close', () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })))
  try {
    return await within(ms, promise)
  } catch (error) {
    socket.destroy()
    throw error
  }
}

export async function findName({ url }: RemoteServer, { connectMs }: RemoteLimits): Promise<StageEnd> {
  const { host } = placeOf(url)
  if (isIP(host)) return passed(t('network:test.isAddress', { host }))
  try {
    const found = await within(connectMs, lookup(host, { all: true }))
    return passed(t('network:test.resolved', { host, addresses: found.map(({ address }) => address).join(', ') }))
  } catch (error) {
    return failedBy(networkFault(error, false))
  }
}

export async function reachAddress({ url }: RemoteServer, { connectMs }: RemoteLimits): Promise<StageEnd> {
  const { host, port } = placeOf(url)
  try {
    const socket = await look(connect({ host, port }), 'connect', connectMs)
    const { remoteAddress = host } = socket
    socket.destroy()
    return passed(t('network:test.connected', { address: remoteAddress, port }))
  } catch (error) {
    return failedBy(networkFault(error, false))
  }
}

/** Looks at the certificate also when it is not trusted, to say whose it is. */
export async function checkCertificate({ url, caFile }: RemoteServer, { connectMs }: RemoteLimits): Promise<StageEnd> {
  const { host, port, isTls } = placeOf(url)
  if (!isTls) return skipped(t('network:test.noTls'))
  const trust = await trustOf(caFile)
  if (!trust.ok) return failedBy(trust.error)
  const servername = isIP(host) ? '' : host
  const options = { host, port, servername, secureContext: trust.value.context(), rejectUnauthorized: false }
  try {
    const socket = await look(connectTls(options), 'secureConnect', connectMs)
    const end = judgementOf(socket)
    socket.destroy()
    return end
  } catch (error) {
    return failedBy(networkFault(error, false))
  }
}

function judgementOf(socket: TLSSocket): StageEnd {
  const about = described(socket.getPeerCertificate())
  if (socket.authorized) return passed(`${about}; ${socket.getProtocol()}`)
  const code = `${socket.authorizationError}`
  const { detail } = failedBy(networkFault(Object.assign(new Error(code), { code }), false))
  return failed(`${detail} ${about}.`)
}

const nameIn = ({ CN, O }: Partial<PeerCertificate['subject']> = {}) =>
  printable([CN ?? O ?? t('network:test.unnamed')].flat().join(', '))

const described = ({ subject, issuer, valid_to }: PeerCertificate) =>
  t('network:test.certificate', { subject: nameIn(subject), issuer: nameIn(issuer), until: printable(valid_to) })

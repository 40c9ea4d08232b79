import { once } from 'node:events'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { connect, type TLSSocket } from 'node:tls'
import type { TrustedAuthorities } from '../platform/authorities.ts'
import type { SecurityEvent } from './security-event.ts'
import { type AuditSink, answersWithin } from './sink.ts'

/** Facility 13: log audit. */
const facility = 13
const severities = { failure: 4, success: 5 } as const

const host =
  hostname()
    .replace(/[^\x21-\x7e]/g, '')
    .slice(0, 255) || '-'

/** JSON in ASCII, so that a message needs no byte order mark, which some receivers take for a part of the JSON. */
const asAscii = (event: SecurityEvent): string =>
  JSON.stringify(event).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A message of RFC 5424 with the event as JSON, framed by its length in octets as RFC 5425 wants it. */
export function toFrame(event: SecurityEvent): Buffer {
  const priority = facility * 8 + (event.status_id === 2 ? severities.failure : severities.success)
  const at = new Date(event.time).toISOString()
  const header = `<${priority}>1 ${at} ${host} strongroom ${process.pid} ${event.metadata.event_code} -`
  const message = `${header} ${asAscii(event)}`
  return Buffer.from(`${message.length} ${message}`)
}

/**
 * Syslog over TLS. The protocol has no acknowledgement: a batch counts as sent once the kernel took it and the connection
 * still stands, so what a receiver lost when it crashed is not sent again.
 */
export function syslogSink(url: URL, authorities: TrustedAuthorities, within = answersWithin): AuditSink {
  let open: TLSSocket | null = null

  async function connected(): Promise<TLSSocket> {
    if (open && !open.destroyed && open.writable) return open
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const servername = isIP(name) ? '' : name
    const made = connect({ host: name, port: Number(url.port || 6514), ca: authorities(), servername })
    open = made
    made.on('error', () => made.destroy())
    made.unref()
    // A receiver says nothing; its end is noticed only by who reads.
    made.resume()
    await once(made, 'secureConnect', { signal: AbortSignal.timeout(within) }).catch((error) => {
      made.destroy()
      throw error
    })
    return made
  }

  return {
    send: async (events) => write(await connected(), Buffer.concat(events.map(toFrame)), within),
    close: () => open?.destroy(),
  }
}

/** Rejects where the connection ends, or has not taken all within so many milliseconds, and is closed then. */
async function write(socket: TLSSocket, frames: Buffer, within: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onClose = () => reject(new Error('the connection ended'))
  const late = setTimeout(() => socket.destroy(), within)
  socket.once('close', onClose)
  socket.write(frames, (error) => (error ? reject(error) : resolve()))
  try {
    await promise
  } finally {
    clearTimeout(late)
    socket.off('close', onClose)
  }
}

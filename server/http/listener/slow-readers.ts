import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { Limits } from '../request/limits.ts'

/** How much of an answer has left, since when something is left to send, and when some of it last left; milliseconds. */
type Progress = {
  readonly from: { readonly sent: number; readonly at: number }
  sent: number
  at: number
}

/**
 * Drops callers that do not read their answer: after `connectionTimeout` without progress, or when they read less than
 * `minReadRate` on average. Node's own time-out of a connection looks at its write queue only when it expires, so it takes
 * up to twice as long and counts a single byte as progress.
 */
export function dropSlowReaders(server: Server, { log, ...limits }: Limits & { readonly log: Logger }): void {
  const sockets = new Set<Socket>()
  const readers = new Map<Socket, Progress>()
  const eventName = server.listenerCount('secureConnection') > 0 ? 'secureConnection' : 'connection'
  server.on(eventName, (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      readers.delete(socket)
    })
  })

  function check(socket: Socket, now: number): void {
    if (socket.writableLength === 0) return void readers.delete(socket)
    const sent = sentOver(socket)
    const progress = readers.get(socket) ?? { from: { sent, at: now }, sent, at: now }
    if (sent > progress.sent) Object.assign(progress, { sent, at: now })
    readers.set(socket, progress)
    if (!isTooSlow(progress, { now, ...limits })) return
    log.debug(
      { address: socket.remoteAddress, bytes: sent - progress.from.sent },
      'a client that stopped reading was disconnected',
    )
    drop(socket)
  }

  const timer = setInterval(() => {
    const now = performance.now()
    for (const socket of sockets) check(socket, now)
  }, limits.connectionsCheckingInterval)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

type Rule = Pick<Limits, 'connectionTimeout' | 'minReadRate'> & { readonly now: number }

function isTooSlow({ from, sent, at }: Progress, { now, connectionTimeout, minReadRate }: Rule): boolean {
  if (now - at >= connectionTimeout) return true
  const seconds = (now - from.at - connectionTimeout) / 1_000
  return seconds > 0 && sent - from.sent < minReadRate * seconds
}

/** Bytes that the system took for the caller. Of a large write in progress only the handle knows, which Node asks too. */
function sentOver(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle: { bytesWritten: number; writeQueueSize: number } | null }
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0
}

/** With a reset, so that the system does not keep what was not read. */
function drop(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy()
  else socket.resetAndDestroy()
}

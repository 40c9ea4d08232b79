import type { ServerResponse } from 'node:http'
import { gzip } from 'node:zlib'
import type { Mode } from './modes.ts'

/** Sends `nextPiece()` ten times a second until it says null or the other side is gone. */
const trickle = (response: ServerResponse, nextPiece: () => string | null): void => {
  const timer = setInterval(() => {
    const piece = nextPiece()
    if (piece === null) return clearInterval(timer)
    response.socket?.write(piece)
  }, everyMs)
  response.once('close', () => clearInterval(timer))
}

const dribbled = `{"accounts":[],"portfolios":[]${' '.repeat(100_000)}}`

/** Writes a chunk repeatedly, as fast as the reader accepts it, up to the total. */
const pour = (response: ServerResponse, chunk: Buffer, times: number): void => {
  let left = times
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    if (!response.destroyed) response.end()
  }
  more()
}

const json = { 'content-type': 'application/json' }
const everyMs = 100
const mebibyte = 1024 * 1024

/** Failures below the provider's protocol, independent of the request. */
export const misbehaviours: Readonly<Partial<Record<Mode, (response: ServerResponse) => void>>> = {
  hang: () => {},
  'slow-headers': (response) => {
    let count = 0
    response.socket?.write('HTTP/1.1 200 OK\r\n')
    trickle(response, () => `x-slow-${count++}: 1\r\n`)
  },
  dribble: (response) => {
    let at = 0
    response.socket?.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n')
    response.socket?.write(`content-length: ${dribbled.length}\r\n\r\n`)
    trickle(response, () => dribbled[at++] ?? null)
  },
  reset: (response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' })
    response.write('{"accounts":', () => response.socket?.resetAndDestroy())
  },
  'huge-body': (response) => {
    response.writeHead(200, json)
    pour(response, Buffer.alloc(64 * 1024, '['), 16 * 1024)
  },
  'gzip-bomb': (response) => {
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' })
    // Members of a gzip file may follow each other: 64 of 16 MiB unpack to 1 GiB.
    gzip(Buffer.alloc(16 * mebibyte), (error, member) => {
      if (!error) pour(response, member, 64)
    })
  },
}

import type { Socket } from 'node:net'
import { brotliCompressSync, constants, createGzip, gzipSync } from 'node:zlib'
import { like } from '../harness/words.ts'
import type { Nastiness } from './hostile-server.ts'

const MiB = 1024 * 1024

type Head = { readonly status?: string; readonly type?: string; readonly more?: string }

const head = ({ status = '200 OK', type = 'application/json', more = '' }: Head = {}) =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\n${more}`

const brotliBomb = brotliCompressSync(Buffer.alloc(100 * MiB, ' '), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
})

/** A whole answer with this body. */
export const whole =
  (body: string | Uint8Array, options: Head = {}): Nastiness =>
  (socket) => {
    socket.write(`${head(options)}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`)
    socket.end(body)
  }

/** Writes pieces for as long as they are read. */
function writeForEver(socket: Socket, piece: string | Buffer): void {
  const go = () => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', go)
  }
  go()
}

/** A piece each few milliseconds, for as long as the connection is open. */
function trickle(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 5)
  socket.once('close', () => clearInterval(timer))
}

/** An answer that unpacks to `size` bytes, made as it is sent. */
const bomb =
  (size: number): Nastiness =>
  (socket) => {
    socket.write(`${head({ more: 'content-encoding: gzip\r\n' })}connection: close\r\n\r\n`)
    const gzip = createGzip({ level: 1 })
    gzip.pipe(socket)
    const spaces = Buffer.alloc(MiB, ' ')
    let left = size
    const go = () => {
      while (left > 0 && !socket.destroyed) {
        left -= spaces.length
        if (!gzip.write(spaces)) return void gzip.once('drain', go)
      }
      gzip.end('{}')
    }
    go()
    socket.once('close', () => gzip.destroy())
  }

const failure = (code: string, more: object = {}) =>
  JSON.stringify({
    error: { message: 'x', code: -32600, data: { failure: { code, message: 'Said so.', info: [], ...more } } },
  })

const redirect = (status: string) => whole('', { status, more: 'location: http://elsewhere.test/trpc\r\n' })

const json = (value: unknown) => whole(JSON.stringify(value))

type Expected = readonly [nasty: Nastiness, code: string, text: RegExp]

/** What a server can do to a query, and what the console makes of it: a code, and a text in its message or lines. */
export const nastyAnswers: Readonly<Record<string, Expected>> = {
  'an empty body': [whole(''), 'AnswerUnreadable', like('network:response.empty')],
  'a 204': [
    (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'),
    'AnswerUnreadable',
    like('network:response.noType'),
  ],
  'a web page': [
    whole('<!doctype html><script>x()</script>', { type: 'text/html' }),
    'AnswerUnreadable',
    like('network:response.webPage'),
  ],
  'a web page that says it is JSON': [whole('<!doctype html>'), 'AnswerUnreadable', like('network:response.notJson')],
  'the web page of a proxy with 502': [
    whole('<html>', { type: 'text/html; charset=utf-8', status: '502 Bad Gateway' }),
    'ProxyFailed',
    like('network:response.webPage', { status: '502' }),
  ],
  'a proxy that limits requests': [
    whole('<h1>429</h1>', { type: 'text/html', status: '429 Too Many Requests' }),
    'ProxyBusy',
    /HTTP 429/,
  ],
  'another type': [whole('{}', { type: 'text/plain' }), 'AnswerUnreadable', /text\/plain/],
  'no type': [
    (socket) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}'),
    'AnswerUnreadable',
    like('network:response.noType'),
  ],
  'bytes that are not UTF-8': [
    whole(Buffer.from('{"result":{"data":["\xff"]}}', 'latin1')),
    'AnswerUnreadable',
    like('network:response.notUtf8'),
  ],
  'JSON that ends early': [whole('{"result":{"data":[{'), 'AnswerUnreadable', like('network:response.notJson')],
  'a body shorter than announced': [
    (socket) => socket.end(`${head()}content-length: 1000\r\n\r\n{"result":`),
    'ResponseLost',
    like('network:fault.lost'),
  ],
  'a chunked body that is cut off': [
    (socket) => socket.end(`${head()}transfer-encoding: chunked\r\n\r\n5\r\n{"res`),
    'ResponseLost',
    like('network:fault.lost'),
  ],
  'a connection closed without an answer': [(socket) => void socket.end(), 'ResponseLost', like('network:fault.lost')],
  'a connection reset': [(socket) => void socket.resetAndDestroy(), 'ResponseLost', like('network:fault.lost')],
  'another protocol': [
    (socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    'AnswerUnreadable',
    like('network:fault.notHttp'),
  ],
  'headers larger than 16 KiB': [
    (socket) => void socket.end(`${head()}x-long: ${'x'.repeat(100_000)}\r\n\r\n`),
    'AnswerUnreadable',
    like('network:fault.headersTooLarge'),
  ],
  'headers that never end': [
    (socket) => {
      socket.write(head())
      writeForEver(socket, 'x-more: and more\r\n'.repeat(1_000))
    },
    'AnswerUnreadable',
    like('network:fault.headersTooLarge'),
  ],
  'interim answers without end': [
    (socket) => trickle(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
    'ResponseLost',
    like('network:fault.responseTimeout'),
  ],
  'nothing at all, for ever': [() => {}, 'ResponseLost', like('network:fault.responseTimeout')],
  'a body that trickles for ever': [
    (socket) => {
      socket.write(`${head()}connection: close\r\n\r\n{"result":{"data":[`)
      trickle(socket, ' ')
    },
    'ResponseLost',
    like('network:fault.responseTimeout'),
  ],
  'a body without end': [
    (socket) => {
      socket.write(`${head()}connection: close\r\n\r\n`)
      writeForEver(socket, Buffer.alloc(MiB, ' '))
    },
    'AnswerTooLarge',
    /64 MiB/,
  ],
  'a gzip bomb': [bomb(4 * 1024 * MiB), 'AnswerTooLarge', /64 MiB/],
  'a brotli bomb': [
    (socket, request) => whole(brotliBomb, { more: 'content-encoding: br\r\n' })(socket, request),
    'AnswerTooLarge',
    /64 MiB/,
  ],
  'gzip that is none': [
    whole('{}', { more: 'content-encoding: gzip\r\n' }),
    'AnswerUnreadable',
    like('network:response.wrongEncoding'),
  ],
  'brotli that is none': [
    whole('{"a":1}', { more: 'content-encoding: br\r\n' }),
    'AnswerUnreadable',
    like('network:response.wrongEncoding'),
  ],
  'gzip that is cut off': [
    whole(gzipSync('{"result":{"data":[]}}').subarray(0, 20), { more: 'content-encoding: gzip\r\n' }),
    'ResponseLost',
    like('network:fault.lost'),
  ],
  'gzip within gzip': [
    whole('', { more: 'content-encoding: gzip, gzip\r\n' }),
    'AnswerUnreadable',
    like('network:response.unknownEncoding'),
  ],
  'an unknown packing': [
    whole('{}', { more: 'content-encoding: zstd\r\n' }),
    'AnswerUnreadable',
    like('network:response.unknownEncoding'),
  ],
  'deep nesting': [
    whole(`{"result":{"data":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}}`),
    'AnswerUnreadable',
    like('network:response.tooDeep'),
  ],
  'twenty million tiny values': [
    (socket, request) => whole(`[${'{},'.repeat(20_000_000)}{}]`)(socket, request),
    'AnswerUnreadable',
    like('network:response.tooManyValues'),
  ],
  'another shape': [json({ data: [] }), 'AnswerUnreadable', /result/],
  'values of the wrong type': [json({ result: { data: [{ id: 1, name: null }] } }), 'AnswerUnreadable', /0\.id/],
  'an envelope of REST': [
    json({ isSuccess: true, isFailure: false, error: null, value: [] }),
    'AnswerUnreadable',
    /result/,
  ],
  'an object where a list should be': [json({ result: { data: {} } }), 'AnswerUnreadable', /array/],
  'a failure of an unknown shape': [whole('{"error":"no"}', { status: '500 No' }), 'AnswerUnreadable', /HTTP 500/],
  'a failure with status 200': [whole(failure('NotFound')), 'AnswerUnreadable', /result/],
  'a failure with a code of the console itself': [
    whole(failure('Locked'), { status: '500 No' }),
    'AnswerUnreadable',
    /console itself/,
  ],
  'a failure with a code that is none': [whole(failure('<script>'), { status: '500 No' }), 'AnswerUnreadable', /code/],
  'a failure of a newer server': [whole(failure('QuorumMissing'), { status: '409 No' }), 'QuorumMissing', /Said so/],
  'a redirect': [
    redirect('302 Found'),
    'AnswerUnreadable',
    like('network:response.redirect', { location: /.*elsewhere\.test.*/ }),
  ],
  'a redirect that keeps the method': [
    redirect('308 Permanent'),
    'AnswerUnreadable',
    like('network:response.redirect'),
  ],
}

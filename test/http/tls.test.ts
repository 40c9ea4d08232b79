import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { type ConnectionOptions, connect, createServer, type TLSSocket } from 'node:tls'
import { expect } from 'vitest'
import { trustOf } from '../../desktop/main/remote/trust.ts'
import { type Certificate, createAuthority } from '../desktop/remote/certificates.ts'
import { test as base } from '../harness/fixtures.ts'
import type { TestServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('authority', { scope: 'file' }, async ({}, { onCleanup }) => {
    const authority = await createAuthority()
    onCleanup(() => authority[Symbol.asyncDispose]())
    return authority
  })
  .extend('certificate', { scope: 'file' }, ({ authority }) => authority.sign())
  .extend('config', { scope: 'file' }, async ({ certificate }, { onCleanup }) => {
    const folder = await temporaryFolder()
    onCleanup(() => folder[Symbol.asyncDispose]())
    const tls = { certFile: join(folder.path, 'cert.pem'), keyFile: join(folder.path, 'key.pem') }
    writeFileSync(tls.certFile, certificate.cert)
    writeFileSync(tls.keyFile, certificate.key)
    return { tls }
  })

/** What a client and a server agree on, or the code of why they do not; weak parts are allowed by OpenSSL itself. */
function agreement(port: number, options: ConnectionOptions): Promise<string> {
  const socket: TLSSocket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options })
  return new Promise((resolve) => {
    socket.once('secureConnect', () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`)
      socket.destroy()
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(`refused: ${code}`))
  })
}

const portOf = ({ url }: TestServer) => Number(new URL(url).port)
const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
const weak = (ciphers: string) => ({ maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` }) as const

test('the server prefers TLS 1.3 and speaks 1.2, nothing older', async ({ server }) => {
  expect(await agreement(portOf(server), {})).toMatch(/^TLSv1.3 TLS_AES_256_GCM_SHA384$/)
  expect(await agreement(portOf(server), { maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1.2 ECDHE-RSA-AES256-GCM-SHA384$/)
  expect(await agreement(portOf(server), old)).toMatch(/^refused/)
})

test.for(['AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA256', 'ECDHE-RSA-AES256-SHA', 'DHE-RSA-AES128-SHA'])(
  'the server refuses %s, which lacks forward secrecy or authenticated encryption',
  async (cipher, { server }) => {
    expect(await agreement(portOf(server), weak(cipher))).toMatch(/^refused/)
  },
)

/** A TLS server that takes any version a client offers, down to TLS 1.0. */
async function listenTo(certificate: Certificate, options: { maxVersion: 'TLSv1.1' | 'TLSv1.2'; ciphers: string }) {
  const lenient = createServer({ ...certificate, minVersion: 'TLSv1', ...options }, (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
  )
  lenient.on('tlsClientError', () => {})
  await new Promise<void>((listening) => lenient.listen(0, '127.0.0.1', listening))
  const { port } = lenient.address() as { port: number }
  return { port, [Symbol.asyncDispose]: () => new Promise<void>((closed) => void lenient.close(() => closed())) }
}

const outdated = [old, weak('AES128-SHA')]

test.for(outdated)('the console does not use %o with a server', async (options, { authority, certificate }) => {
  const { maxVersion, ciphers } = options
  await using lenient = await listenTo(certificate, { maxVersion, ciphers })
  expect(await agreement(lenient.port, options), 'control: such a client gets through').toMatch(/^TLS/)
  const trust = await trustOf(authority.caFile)
  if (!trust.ok) throw new Error('the authority cannot be read')
  expect(await agreement(lenient.port, { secureContext: trust.value.context() })).toMatch(/^refused/)
})

test('plain HTTP on the TLS port is neither answered nor redirected', async ({ server }) => {
  const status = await new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port: portOf(server), path: '/livez' }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    outgoing.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
    outgoing.end()
  })
  expect(status).toBe('ECONNRESET')
})

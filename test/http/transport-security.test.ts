import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { talk } from '../api/socket.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { startTlsServer } from '../harness/tls-server.ts'

/** Requests for a page, an operation, nothing, another host, and two that are hardly HTTP. */
const requests = [
  'GET /docs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'GET /platform/admin/tenants HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: elsewhere.test\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  'NO HTTP\r\n\r\n',
]

/** What the server answers over TLS, up to the body. */
function headOverTls({ url }: TestServer, request: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false })
  socket.write(request)
  return new Promise((resolve, reject) => {
    let received = ''
    socket.on('data', (chunk) => (received += chunk))
    socket.on('error', reject)
    socket.on('end', () => resolve(received.split('\r\n\r\n')[0] as string))
  })
}

test('every answer over TLS forbids plain HTTP for a year', async () => {
  await using server = await startTlsServer()
  for (const request of requests) {
    const lines = (await headOverTls(server, request)).split('\r\n')
    expect(lines.filter((line) => /^strict-transport-security:/i.test(line))).toEqual([
      'strict-transport-security: max-age=31536000',
    ])
  }
})

test('without TLS there is no HSTS header: that is for the proxy in front', async () => {
  await using server = await startTestServer({ behindProxy: true })
  for (const request of requests) {
    const [answer] = await talk(server, request)
    expect(answer?.headers.has('strict-transport-security')).toBe(false)
  }
})

import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { networkCauseOf } from '../../server/providers/network-cause.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { sealed, shortLimits, targetAt } from './setup.ts'

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const reasonAt = async (baseUrl: string, limits = {}): Promise<string> => {
  const { credentials } = await issueCredentials('copper')
  const { reason } = await createCredentialValidator({ limits }).probe(targetAt('copper', baseUrl), sealed(credentials))
  return reason.replace('reason=unreachable provider=copper ', '')
}

/** A server that sends these bytes to each client that connects and writes something. */
const reasonFor = async (bytes: string | Buffer): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(bytes))
  })
  const reason = await reasonAt(`http://127.0.0.1:${await listening(server)}`)
  server.close()
  return reason
}

describe('an unusable provider answer has the verdict unreachable, with its cause', () => {
  const ok = 'HTTP/1.1 200 OK\r\n'
  test.each([
    ['not HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n', 'cause=malformed-http'],
    ['a chunk whose size is no number', `${ok}transfer-encoding: chunked\r\n\r\nzz\r\n`, 'cause=malformed-http'],
    ['two lengths that differ', `${ok}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `, 'cause=malformed-http'],
    ['another protocol, unasked', 'HTTP/1.1 101 Go\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'cause=reset'],
    ['a connection closed without an answer', '', 'cause=reset'],
    ['a body shorter than announced', `${ok}content-length: 100\r\n\r\n{"portfolios":[]}`, 'cause=reset'],
    ['a body that is not UTF-8', Buffer.from(`${ok}content-length: 3\r\n\r\n{\xff}`, 'latin1'), 'cause=not-utf-8'],
    ['headers beyond all measure', `${ok}x-long: ${'x'.repeat(100_000)}\r\n\r\n`, 'cause=oversized-headers'],
    ['an empty success', `${ok}content-length: 0\r\n\r\n`, 'http=200 cause=unexpected-body'],
    ['an empty 204', 'HTTP/1.1 204 No Content\r\n\r\n', 'http=204 cause=unexpected-status'],
    ['an empty 401', 'HTTP/1.1 401 No\r\ncontent-length: 0\r\n\r\n', 'http=401 cause=unexpected-body'],
    ['a 401 of a proxy', 'HTTP/1.1 401 No\r\ncontent-length: 6\r\n\r\n<html>', 'http=401 cause=html'],
    ['a 403 of a proxy', 'HTTP/1.1 403 No\r\ncontent-length: 6\r\n\r\n<html>', 'http=403 cause=html'],
    [
      'a proxy that wants a password',
      'HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n',
      'http=407 cause=unexpected-status',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await reasonFor(bytes)).toBe(reason)
  })

  test('a refused connection has the verdict unreachable', async () => {
    const server = createServer()
    const port = await listening(server)
    server.close()
    await once(server, 'close')
    expect(await reasonAt(`http://127.0.0.1:${port}`)).toBe('cause=refused')
  })
})

test.each(['100 Continue', '102 Processing', '103 Early Hints'])(
  'the response after an informational "%s" is the answer',
  async (informational) => {
    const body = '{"portfolios":[{"portfolioId":"p","organizationId":"o"}]}'
    const early = `HTTP/1.1 ${informational}\r\n${informational.startsWith('103') ? 'link: </style.css>\r\n' : ''}\r\n`
    const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    for (const bytes of [early + answer, early + early + answer])
      expect(await reasonFor(bytes)).toBe('reason=valid provider=copper')
  },
)

test('endless informational responses end at the deadline', async () => {
  const server = createServer((socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 5)
    socket.on('error', () => {}).on('close', () => clearInterval(timer))
  })
  expect(await reasonAt(`http://127.0.0.1:${await listening(server)}`, shortLimits)).toBe('cause=timeout')
  server.close()
})

test('every network error has its own cause, and an unknown one is called network', () => {
  const coded = (code: string) => networkCauseOf(Object.assign(new Error('secret text'), { code }))
  expect(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT', 'EPIPE'].map(coded)).toEqual([
    'dns',
    'dns',
    'no-route',
    'connect-timeout',
    'reset',
  ])
  expect(['CERT_REVOKED', 'INVALID_CA', 'ERR_SSL_BAD_ECPOINT'].map(coded)).toEqual([
    'tls-certificate',
    'network',
    'tls-handshake',
  ])
  expect([coded('EWHATEVER'), networkCauseOf('secret text'), networkCauseOf(undefined)]).toEqual([
    'network',
    'network',
    'network',
  ])
})

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createJudge } from '../../server/providers/judge.ts'
import { causeOf } from '../../server/providers/network-cause.ts'
import { issuePair } from '../../server/providers/simulator/issue-pair.ts'
import { sealed, targetAt } from './setup.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const reasonAt = async (baseUrl: string): Promise<string> => {
  const { pair } = await issuePair('copper')
  const { reason } = await createJudge().probe(targetAt('copper', baseUrl), sealed(pair))
  return reason.replace('reason=unreachable provider=copper ', '')
}

/** A server that sends these bytes to whoever connects and writes something. */
const reasonFor = async (bytes: string | Buffer): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(bytes))
  })
  const reason = await reasonAt(`http://127.0.0.1:${await listening(server)}`)
  server.close()
  return reason
}

describe('an answer that is none is unreachable, with its cause', () => {
  const ok = 'HTTP/1.1 200 OK\r\n'
  test.each([
    ['not HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n', 'cause=malformed-http'],
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

  test('nobody listens', async () => {
    const server = createServer()
    const port = await listening(server)
    server.close()
    await once(server, 'close')
    expect(await reasonAt(`http://127.0.0.1:${port}`)).toBe('cause=refused')
  })
})

const selfSigned = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-tls-'))
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key', '-out', 'cert', '-subj', '/CN=drill']
  await promisify(execFile)('openssl', [...args, '-addext', 'subjectAltName=IP:127.0.0.1'], { cwd: folder })
  const [key, cert] = await Promise.all([readFile(join(folder, 'key')), readFile(join(folder, 'cert'))])
  await rm(folder, { recursive: true })
  return { key, cert }
}

test('a certificate that nobody vouches for is refused, even when the environment switches verification off', async () => {
  const requests: string[] = []
  const server = createTlsServer(await selfSigned(), (request, response) => {
    requests.push(request.url ?? '')
    response.end('{}')
  })
  const url = `https://127.0.0.1:${await listening(server)}`
  vi.spyOn(process, 'emitWarning').mockReturnValue() // Node warns of the variable
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  expect(await reasonAt(url)).toBe('cause=tls')
  expect(requests).toEqual([])
  await (await fetch(`${url}/control`)).text() // the control: with the same environment fetch does talk to it
  expect(requests).toEqual(['/control'])
  server.close()
  server.closeAllConnections()
})

test('every fault of the network has a word of ours, and an unknown one is only called network', () => {
  const coded = (code: string) => causeOf(Object.assign(new Error('secret text'), { code }))
  expect(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT', 'EPIPE'].map(coded)).toEqual([
    'dns',
    'dns',
    'no-route',
    'connect-timeout',
    'reset',
  ])
  expect(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO'].map(coded)).toEqual(['tls', 'tls', 'tls'])
  expect([coded('EWHATEVER'), causeOf('secret text'), causeOf(undefined)]).toEqual(['network', 'network', 'network'])
})

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { type Authority, createAuthority } from '../desktop/remote/certificates.ts'
import { sealed, targetAt } from './setup.ts'

let trusted: Authority
let stranger: Authority
const usual = getCACertificates('default')

beforeAll(async () => {
  trusted = await createAuthority()
  stranger = await createAuthority('Another authority')
  setDefaultCACertificates([...usual, await readFile(trusted.caFile, 'utf8')])
})
afterAll(async () => {
  setDefaultCACertificates(usual)
  await trusted[Symbol.asyncDispose]()
  await stranger[Symbol.asyncDispose]()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const account = '{"portfolios":[{"portfolioId":"p","organizationId":"o"}]}'

/** Asks a provider that `create` makes, on 127.0.0.1; also says how many requests it got to see. */
const probeResultAt = async (create: (answer: RequestListener) => Server) => {
  let seen = 0
  await using server = await listening(
    create((_, response) => {
      seen += 1
      response.setHeader('content-type', 'application/json').end(account)
    }),
  )
  const { credentials } = await issueCredentials('copper')
  const probeResult = await createCredentialValidator().probe(
    targetAt('copper', `https://127.0.0.1:${server.port}`),
    sealed(credentials),
  )
  return { ...probeResult, seen }
}

const listening = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => void server.close()
  return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: close }
}

const withTls = async (certificate: Promise<ServerOptions>, more: ServerOptions = {}) => {
  const options = { ...(await certificate), ...more }
  return (answer: RequestListener) => createHttpsServer(options, answer)
}

/** A certificate that is its own authority. */
const selfSigned = async (): Promise<ServerOptions> => {
  await using own = await createAuthority('127.0.0.1')
  return { key: await readFile(own.caFile.replace('.pem', '.key')), cert: await readFile(own.caFile) }
}

const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
/** TLS 1.2 without forward secrecy or authenticated encryption, which Node by itself would take. */
const weak = { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA256' } as const
const banner = () => createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.2\r\n'))
const hangUp = () => createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end()))

type Faulty = {
  readonly what: string
  readonly cause: string
  readonly words: RegExp
  readonly create: () => Promise<(answer: RequestListener) => Server>
}

const faults: readonly Faulty[] = [
  {
    what: 'a certificate that has expired',
    cause: 'tls-expired',
    words: /has expired/,
    create: () => withTls(trusted.sign({ from: -3, until: -1 })),
  },
  {
    what: 'a certificate of next month',
    cause: 'tls-not-yet-valid',
    words: /not valid yet/,
    create: () => withTls(trusted.sign({ from: 30, until: 60 })),
  },
  {
    what: 'a certificate for another host',
    cause: 'tls-wrong-host',
    words: /another host name/,
    create: () => withTls(trusted.sign({ name: 'DNS:api.copper.co' })),
  },
  {
    what: 'an issuer that is not trusted',
    cause: 'tls-unknown-issuer',
    words: /unknown issuer/,
    create: () => withTls(stranger.sign()),
  },
  {
    what: 'a certificate that is its own issuer',
    cause: 'tls-self-signed',
    words: /self-signed/,
    create: () => withTls(selfSigned()),
  },
  {
    what: 'plain HTTP on this port',
    cause: 'tls-not-spoken',
    words: /not TLS/,
    create: async () => (answer) => createHttpServer(answer),
  },
  { what: 'another protocol on this port', cause: 'tls-not-spoken', words: /not TLS/, create: async () => banner },
  {
    what: 'an outdated version of TLS',
    cause: 'tls-handshake',
    words: /handshake/,
    create: () => withTls(trusted.sign(), old),
  },
  {
    what: 'a suite without forward secrecy',
    cause: 'tls-handshake',
    words: /handshake/,
    create: () => withTls(trusted.sign(), weak),
  },
  { what: 'a handshake that breaks off', cause: 'tls-handshake', words: /handshake/, create: async () => hangUp },
]

describe('a provider whose identity cannot be verified gets no request, and the verdict says why', () => {
  test.each(faults)('$what', async ({ cause, words, create }) => {
    const { reason, message, verdict, seen } = await probeResultAt(await create())
    expect({ verdict, reason }).toEqual({
      verdict: 'unreachable',
      reason: `reason=unreachable provider=copper cause=${cause}`,
    })
    expect(message).toMatch(/^Copper could not be verified: .*\. \S.*\.$/)
    expect(message).toMatch(words)
    expect(seen).toBe(0)
  })

  test('control: a verified provider is contacted, and its answer decides', async () => {
    const { reason, seen } = await probeResultAt(await withTls(trusted.sign()))
    expect({ reason, seen }).toEqual({ reason: 'reason=valid provider=copper', seen: 1 })
  })
})

test('control: Node by default accepts a suite without forward secrecy', async () => {
  await using server = await listening((await withTls(trusted.sign(), weak))((_, response) => response.end('{}')))
  expect(await (await fetch(`https://127.0.0.1:${server.port}`)).text()).toBe('{}')
})

test('the environment cannot disable certificate verification', async () => {
  vi.spyOn(process, 'emitWarning').mockReturnValue() // Node warns of the variable
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const { reason, seen } = await probeResultAt(await withTls(stranger.sign()))
  expect({ reason, seen }).toEqual({ reason: 'reason=unreachable provider=copper cause=tls-unknown-issuer', seen: 0 })
  const server = await listening((await withTls(stranger.sign()))((_, response) => response.end('{}')))
  const control = await fetch(`https://127.0.0.1:${server.port}`) // with the same environment fetch does talk to it
  expect(await control.text()).toBe('{}')
  await server[Symbol.asyncDispose]()
})

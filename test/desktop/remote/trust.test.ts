import { once } from 'node:events'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../harness/free-port.ts'
import { like } from '../harness/words.ts'
import { anyToken, bearer, createConsole, profileAt } from './ask.ts'
import { type Authority, createAuthority } from './certificates.ts'
import { startHostileServer } from './hostile-server.ts'
import { whole } from './nasty-answers.ts'

let authority: Authority
const desk = createConsole()
beforeAll(async () => {
  authority = await createAuthority()
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await authority[Symbol.asyncDispose]()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const kinds = ['custodians.list', 'custodians.updateApiKeys'] as const
type Profile = ReturnType<typeof profileAt>
const ask = (profile: Profile, path: (typeof kinds)[number] = 'custodians.list', { forwarder } = desk) =>
  forwarder.forward({ profile, token: bearer(anyToken()) }, { path, input: {} })

describe.each(kinds)('%s', (path) => {
  test.each([
    ['an authority that is not trusted', {}, false],
    ['an authority that is trusted, but for another name', { name: 'DNS:elsewhere.test' }, true],
    ['an authority that is trusted, but in the past', { from: -3, until: -1 }, true],
  ])('is not sent to a server with a certificate of %s', async (...[, certificate, isTrusted]) => {
    await using server = await startHostileServer({ tls: await authority.sign(certificate) })
    vi.spyOn(process, 'emitWarning').mockReturnValue() // Node warns of the variable
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const given = await ask(profileAt(server.url, isTrusted ? authority.caFile : null), path)
    expect(given).toMatchObject({ ok: false, error: { code: 'UntrustedServer', info: [expect.any(String)] } })
    expect(server.requests).toEqual([])
    await (await fetch(`${server.url}/control`)).text() // the control: with the same environment fetch does talk to it
    expect(server.requests).toHaveLength(1)
  })

  test('is not sent without a listening server, and changes nothing', async () => {
    const given = await ask(profileAt(`http://127.0.0.1:${await freePort()}`), path)
    expect(given).toMatchObject({
      ok: false,
      error: { code: 'Unreachable', info: [expect.stringMatching(like('network:fault.refused'))] },
    })
  })

  test('is not sent to a host name that does not resolve', async () => {
    const given = await ask(profileAt('https://strongroom.invalid'), path)
    expect(given).toMatchObject({ ok: false, error: { code: 'Unreachable' } })
  })

  test('is not sent to a server that does not speak or answer TLS', async () => {
    await using impatient = createConsole({ connectMs: 1_000 })
    await using plain = await startHostileServer()
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    for (const url of [plain.url, `http://127.0.0.1:${(mute.address() as AddressInfo).port}`])
      expect(await ask(profileAt(url.replace('http:', 'https:')), path, impatient)).toMatchObject({
        ok: false,
        error: { code: 'Unreachable' },
      })
    expect(plain.requests).toEqual([])
    mute.close()
  })

  test('is sent to a server certified by the authority of the profile', async () => {
    await using server = await startHostileServer({ tls: await authority.sign() })
    expect(await ask(profileAt(server.url, authority.caFile), path)).toMatchObject({ ok: true })
  })
})

test('a profile with its own authority trusts neither the system roots nor the authority of another profile', async () => {
  await using other = await createAuthority('Another Authority')
  await using server = await startHostileServer({ tls: await authority.sign() })
  const mine = profileAt(server.url, authority.caFile)
  expect(await ask(mine)).toMatchObject({ ok: true })
  expect(await ask(profileAt(server.url, other.caFile))).toMatchObject({
    ok: false,
    error: { code: 'UntrustedServer' },
  })
  expect(await ask(profileAt(server.url))).toMatchObject({ ok: false, error: { code: 'UntrustedServer' } })
})

test('a new authority in the same file replaces the old one from the next call on', async () => {
  await using other = await createAuthority('Another Authority')
  await using server = await startHostileServer({ tls: await authority.sign() })
  const caFile = `${other.caFile}.copy`
  await writeFile(caFile, await readFile(authority.caFile))
  const profile = profileAt(server.url, caFile)
  expect(await ask(profile)).toMatchObject({ ok: true })
  await rename(other.caFile, caFile)
  expect(await ask(profile)).toMatchObject({ ok: false, error: { code: 'UntrustedServer' } })
})

test('a call is not sent when the authority file has no authority', async () => {
  await using server = await startHostileServer({ tls: await authority.sign() })
  const given = await ask(profileAt(server.url, `${authority.caFile}.missing`), 'custodians.updateApiKeys')
  expect(given).toMatchObject({ ok: false, error: { code: 'NotReadable' } })
  expect(server.requests).toEqual([])
})

test('no proxy of the environment is used', async () => {
  await using proxy = await startHostileServer()
  await using server = await startHostileServer()
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'])
    vi.stubEnv(name, proxy.url)
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  expect(await ask(profileAt(server.url))).toMatchObject({ ok: true })
  expect([proxy.requests.length, server.requests.length]).toEqual([0, 1])
})

test('cookies are not sent back, and redirects are not followed', async () => {
  await using elsewhere = await startHostileServer()
  await using server = await startHostileServer()
  const profile = profileAt(server.url)
  const more = `set-cookie: a=b\r\nlocation: ${elsewhere.url}/trpc/custodians.list\r\n`
  server.turn({ nasty: whole('', { status: '307 Temporary', more }) })
  for (const path of kinds) expect(await ask(profile, path)).toMatchObject({ ok: false })
  expect(elsewhere.requests).toEqual([])
  server.turn({ nasty: null })
  await ask(profile)
  expect(server.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined, undefined])
})

test('connections of a released profile are closed, and opened again when needed', async () => {
  await using server = await startHostileServer()
  const profile = profileAt(server.url)
  server.turn({ nasty: () => {} })
  const waiting = ask(profile)
  while (!server.requests.length) await new Promise(setImmediate)
  await desk.connections.close(profile.id)
  expect(await waiting).toMatchObject({ ok: false, error: { code: 'Unreachable' } })
  server.turn({ nasty: null })
  expect(await ask(profile)).toMatchObject({ ok: true })
})

import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StageReport, testStages } from '../../../desktop/bridge/progress.ts'
import { testConnection } from '../../../desktop/main/remote/connection-test/connection-test.ts'
import { defaultRemoteLimits, type RemoteLimits } from '../../../desktop/main/remote/limits.ts'
import { tenants } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { like, t } from '../harness/words.ts'
import { anyToken, bearer } from './ask.ts'
import { type Authority, createAuthority, type SignOptions } from './certificates.ts'
import { type HostileOptions, startHostileServer } from './hostile-server.ts'
import { whole } from './nasty-answers.ts'

let authority: Authority
beforeAll(async () => {
  authority = await createAuthority()
})
afterAll(() => authority[Symbol.asyncDispose]())

type Tested = {
  readonly url: string
  readonly caFile?: string | null
  readonly token?: string
  readonly limits?: RemoteLimits
}

/** For servers that never respond; a busy machine may take longer to reach one that does. */
const impatient = { ...defaultRemoteLimits, connectMs: 1_000, answerMs: 1_000 }

async function run({ url, caFile = null, token, limits = defaultRemoteLimits }: Tested) {
  const heard: StageReport[] = []
  const reports = await testConnection({
    profile: { url, caFile },
    token: token ? bearer(token) : null,
    onReport: (report) => heard.push(report),
    limits,
  })
  return { heard, reports, stages: Object.fromEntries(reports.map((report) => [report.stage, report])) }
}

const failedStage = (reports: readonly StageReport[]) => reports.find(({ status }) => status === 'failed')

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a real server on this machine passes all stages but TLS, which is skipped with the reason', async () => {
  await using server = await startTestServer()
  const { heard, reports, stages } = await run({ url: server.url, token: await server.token({ name: 'Ada' }) })
  expect(reports.map(({ stage, status }) => [stage, status])).toEqual(
    testStages.map((stage) => [stage, stage === 'tls' ? 'skipped' : 'passed']),
  )
  expect(stages.name?.detail).toBe(t('network:test.isAddress', { host: '127.0.0.1' }))
  expect(stages.connection?.detail).toMatch(like('network:test.connected', { address: '127.0.0.1', port: /\d+/ }))
  expect(stages.tls?.detail).toBe(t('network:test.noTls'))
  expect(stages.service?.detail).toBe(t('network:test.ready'))
  expect(stages.version?.detail).toMatch(/1\.0/)
  expect(stages.token?.detail).toMatch(
    like('network:test.token', { name: 'Ada', scope: t('network:test.platform'), until: /2\d{3}-.*/, version: /\d.*/ }),
  )
  expect(heard.map(({ stage, status }) => `${stage} ${status}`)).toEqual(
    testStages.flatMap((stage) => [`${stage} running`, `${stage} ${stage === 'tls' ? 'skipped' : 'passed'}`]),
  )
})

test('a host name is resolved', async () => {
  await using server = await startTestServer()
  const { stages } = await run({ url: server.url.replace('127.0.0.1', 'localhost') })
  expect(stages.name).toMatchObject({ status: 'passed', detail: expect.stringMatching(/^localhost is .*127\.0\.0\.1/) })
})

test('without a token the token stage is skipped', async () => {
  await using server = await startTestServer()
  const { stages } = await run({ url: server.url })
  expect(stages.token).toMatchObject({ status: 'skipped', detail: t('network:test.notSignedIn') })
})

test('a token of one tenant names the tenant, and an invalid token fails its stage', async () => {
  await using server = await startTestServer()
  const token = await server.token({ tenantId: tenants.first })
  expect((await run({ url: server.url, token })).stages.token?.detail).toMatch(
    like('network:test.token', { scope: t('network:test.tenant', { name: 'First Trust' }) }),
  )
  const { stages } = await run({ url: server.url, token: anyToken() })
  expect(stages.token).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/The request has no valid operator token/),
  })
})

describe('over TLS', () => {
  const about = { subject: 'strongroom.test', issuer: 'Strongroom Test Authority' }
  const serve = async (signing: SignOptions = {}, more: HostileOptions = {}) =>
    startHostileServer({ ...more, tls: await authority.sign(signing) })

  test('trusts the authority of the profile and describes the certificate', async () => {
    await using server = await serve()
    const { stages, reports } = await run({ url: server.url, caFile: authority.caFile, token: anyToken() })
    expect(failedStage(reports)).toBeUndefined()
    const described = like('network:test.certificate', { ...about, until: /.* GMT/ })
    expect(stages.tls?.detail).toMatch(new RegExp(`^${described.source}; TLSv1\\.3$`))
  })

  test.each([
    ['from an authority that is not trusted', {}, null, 'untrusted'],
    ['that has expired', { from: -3, until: -1 }, 'own', 'expired'],
    ['for another name', { name: 'DNS:elsewhere.test' }, 'own', 'otherName'],
  ] as const)('fails the TLS stage for a certificate %s, and sends nothing', async (...[, signing, ca, reason]) => {
    await using server = await serve(signing)
    const { reports, stages } = await run({
      url: server.url,
      caFile: ca && authority.caFile,
      token: anyToken(),
    })
    expect(failedStage(reports)?.stage).toBe('tls')
    const { detail = '' } = failedStage(reports) ?? {}
    expect(detail).toContain(`${t(`network:certificate.${reason}`)} ${t('consoleFailures:UntrustedServer.remedy')}`)
    expect(detail).toMatch(like('network:test.certificate', about))
    expect(stages.token).toMatchObject({ status: 'skipped', detail: t('network:test.skipped') })
    expect(server.requests).toEqual([])
  })

  test('fails the TLS stage with the reason for a file that is not an authority', async () => {
    await using server = await serve()
    const caFile = join(authority.caFile, '..', 'not-a.pem')
    await writeFile(caFile, 'text')
    expect(failedStage((await run({ url: server.url, caFile })).reports)).toMatchObject({
      stage: 'tls',
      detail: `${t('network:authorityFile.noCertificate')} ${t('consoleFailures:NotReadable.remedy')}`,
    })
    await writeFile(caFile, (await readFile(authority.caFile, 'utf8')).replace(/\n.{20}/, `\n${'A'.repeat(20)}`))
    expect(failedStage((await run({ url: server.url, caFile })).reports)?.detail).toMatch(
      like('network:authorityFile.damaged', { file: caFile }),
    )
    const missing = await run({ url: server.url, caFile: join(authority.caFile, '..', 'missing.pem') })
    expect(failedStage(missing.reports)?.detail).toMatch(like('network:authorityFile.unreadable'))
  })

  test('fails the TLS stage for a server that speaks no TLS or does not answer', async () => {
    await using plain = await startHostileServer()
    const spoken = await run({ url: plain.url.replace('http:', 'https:') })
    expect(failedStage(spoken.reports)).toMatchObject({ stage: 'tls', detail: expect.stringMatching(/TLS/) })
    const mute = createServer()
    const { reports } = await run({ url: `https://${await listening(mute)}`, limits: impatient })
    expect(failedStage(reports)).toMatchObject({
      stage: 'tls',
      detail: expect.stringMatching(like('network:fault.connectTimeout')),
    })
    mute.close()
  })
})

test('a host name that does not exist fails the first stage, with the next step', async () => {
  const { reports } = await run({ url: 'https://strongroom.invalid' })
  expect(failedStage(reports)).toMatchObject({
    stage: 'name',
    detail: expect.stringMatching(
      new RegExp(
        `(${like('network:fault.nameNotFound').source}|${like('network:fault.connectTimeout').source}) ${like('consoleFailures:Unreachable.remedy').source}`,
      ),
    ),
  })
})

test('an address without a listening server fails the second stage', async () => {
  const server = createServer()
  const host = await listening(server)
  server.close()
  await once(server, 'close')
  const { reports } = await run({ url: `http://${host}` })
  expect(failedStage(reports)).toMatchObject({
    stage: 'connection',
    detail: expect.stringMatching(like('network:fault.refused')),
  })
})

describe('a server that is not Strongroom', () => {
  test.each([
    ['a web page', whole('<html>', { type: 'text/html' }), 'service', like('network:response.webPage')],
    ['another service in JSON', whole('{"status":"ok"}'), 'service', like('network:test.notStrongroom')],
    [
      'a redirect',
      whole('', { status: '302 Found', more: 'location: https://elsewhere.test/\r\n' }),
      'service',
      like('network:response.redirect', { location: /.*elsewhere.*/ }),
    ],
    ['one that never answers', () => {}, 'service', like('network:fault.responseTimeout')],
    [
      'a server of another generation',
      whole('{"isSuccess":true,"value":{"status":"ok"}}', { more: 'api-supported-versions: 2.0, 3.0\r\n' }),
      'version',
      like('network:test.otherVersion', { versions: '2.0, 3.0', version: '1.0' }),
    ],
    [
      'a server that does not say its version',
      whole('{"isSuccess":true,"value":{"status":"ok"}}'),
      'version',
      like('network:test.noVersion'),
    ],
  ] as const)('%s gets no token', async (...[what, nasty, stage, text]) => {
    await using server = await startHostileServer({ nasty })
    const limits = what === 'one that never answers' ? impatient : defaultRemoteLimits
    const { reports } = await run({ url: server.url, token: anyToken(), limits })
    expect(failedStage(reports)).toMatchObject({ stage, detail: expect.stringMatching(text) })
    expect(server.requests.map(({ headers }) => headers.authorization)).not.toContainEqual(expect.any(String))
  })
})

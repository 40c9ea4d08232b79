import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StageReport, testStages } from '../../../desktop/bridge/progress.ts'
import { testConnection } from '../../../desktop/main/remote/connection-test/connection-test.ts'
import { defaultRemoteLimits } from '../../../desktop/main/remote/limits.ts'
import { tenants } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { anyToken, bearer } from './ask.ts'
import { type Authority, createAuthority, type SignOptions } from './certificates.ts'
import { type HostileOptions, startHostileServer } from './hostile-server.ts'
import { whole } from './nasty-answers.ts'

let authority: Authority
beforeAll(async () => {
  authority = await createAuthority()
})
afterAll(() => authority[Symbol.asyncDispose]())

type GateRequest = { readonly url: string; readonly caFile?: string | null; readonly token?: string }

async function run({ url, caFile = null, token }: GateRequest) {
  const heard: StageReport[] = []
  const reports = await testConnection({
    profile: { url, caFile },
    token: token ? bearer(token) : null,
    onReport: (report) => heard.push(report),
    limits: { ...defaultRemoteLimits, connectMs: 1_000, answerMs: 1_000 },
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
  expect(stages.name?.detail).toBe('127.0.0.1 is an address already')
  expect(stages.connection?.detail).toMatch(/^connected to 127\.0\.0\.1 port \d+$/)
  expect(stages.tls?.detail).toMatch(/http:\/\/ on this machine/)
  expect(stages.service?.detail).toBe('Strongroom answers and is ready')
  expect(stages.version?.detail).toMatch(/1\.0/)
  expect(stages.token?.detail).toMatch(/token Ada for the whole platform, valid until 2\d{3}-.* UTC; server \d/)
  expect(heard.map(({ stage, status }) => `${stage} ${status}`)).toEqual(
    testStages.flatMap((stage) => [`${stage} running`, `${stage} ${stage === 'tls' ? 'skipped' : 'passed'}`]),
  )
})

test('a name is looked up', async () => {
  await using server = await startTestServer()
  const { stages } = await run({ url: server.url.replace('127.0.0.1', 'localhost') })
  expect(stages.name).toMatchObject({ status: 'passed', detail: expect.stringMatching(/^localhost is .*127\.0\.0\.1/) })
})

test('without a token the last stage is skipped', async () => {
  await using server = await startTestServer()
  const { stages } = await run({ url: server.url })
  expect(stages.token).toMatchObject({ status: 'skipped', detail: 'not signed in to this server' })
})

test('a tenant is named, and a token that does not work is told so', async () => {
  await using server = await startTestServer()
  const token = await server.token({ tenantId: tenants.first })
  expect((await run({ url: server.url, token })).stages.token?.detail).toMatch(/for tenant First Trust/)
  const { stages } = await run({ url: server.url, token: anyToken() })
  expect(stages.token).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/The request has no valid operator token/),
  })
})

describe('over TLS', () => {
  const serve = async (signing: SignOptions = {}, more: HostileOptions = {}) =>
    startHostileServer({ ...more, tls: await authority.sign(signing) })

  test('the authority of the profile is trusted, and the certificate described', async () => {
    await using server = await serve()
    const { stages, reports } = await run({ url: server.url, caFile: authority.caFile, token: anyToken() })
    expect(failedStage(reports)).toBeUndefined()
    expect(stages.tls?.detail).toMatch(
      /^for strongroom\.test, issued by Strongroom Test Authority, valid until .* GMT; TLSv1\.3$/,
    )
  })

  test.each([
    ['from an authority that is not trusted', {}, null, /vouches.*issued by Strongroom Test Authority/],
    ['that has expired', { from: -3, until: -1 }, 'own', /expired.*Add the certificate authority/],
    ['for another name', { name: 'DNS:elsewhere.test' }, 'own', /another name/],
  ])('a certificate %s fails that stage, and nothing is sent', async (...[, signing, ca, told]) => {
    await using server = await serve(signing)
    const { reports, stages } = await run({
      url: server.url,
      caFile: ca && authority.caFile,
      token: anyToken(),
    })
    expect(failedStage(reports)).toMatchObject({ stage: 'tls', detail: expect.stringMatching(told) })
    expect(stages.token).toMatchObject({ status: 'skipped', detail: 'not tried, because the step before failed' })
    expect(server.requests).toEqual([])
  })

  test('a file that is no certificate authority is told so', async () => {
    await using server = await serve()
    const caFile = join(authority.caFile, '..', 'not-a.pem')
    await writeFile(caFile, 'text')
    expect(failedStage((await run({ url: server.url, caFile })).reports)).toMatchObject({
      stage: 'tls',
      detail: expect.stringMatching(/no certificate in PEM\. Choose another file/),
    })
    await writeFile(caFile, (await readFile(authority.caFile, 'utf8')).replace(/\n.{20}/, `\n${'A'.repeat(20)}`))
    expect(failedStage((await run({ url: server.url, caFile })).reports)?.detail).toMatch(/is damaged/)
    const missing = await run({ url: server.url, caFile: join(authority.caFile, '..', 'missing.pem') })
    expect(failedStage(missing.reports)?.detail).toMatch(/cannot be read/)
  })

  test('a server that speaks no TLS, or never answers to it, fails that stage', async () => {
    await using plain = await startHostileServer()
    const spoken = await run({ url: plain.url.replace('http:', 'https:') })
    expect(failedStage(spoken.reports)).toMatchObject({ stage: 'tls', detail: expect.stringMatching(/TLS/) })
    const mute = createServer()
    const { reports } = await run({ url: `https://${await listening(mute)}` })
    expect(failedStage(reports)).toMatchObject({ stage: 'tls', detail: expect.stringMatching(/in time/) })
    mute.close()
  })
})

test('a name that there is not fails the first stage, with what to do', async () => {
  const { reports } = await run({ url: 'https://strongroom.invalid' })
  expect(failedStage(reports)).toMatchObject({
    stage: 'name',
    detail: expect.stringMatching(/(not found \(DNS\)|in time)\. Check your network/),
  })
})

test('an address where nobody listens fails the second', async () => {
  const server = createServer()
  const host = await listening(server)
  server.close()
  await once(server, 'close')
  const { reports } = await run({ url: `http://${host}` })
  expect(failedStage(reports)).toMatchObject({ stage: 'connection', detail: expect.stringMatching(/nothing listens/i) })
})

describe('what is not Strongroom', () => {
  test.each([
    ['a web page', whole('<html>', { type: 'text/html' }), 'service', /web page/],
    ['another service in JSON', whole('{"status":"ok"}'), 'service', /not Strongroom/],
    [
      'a redirect',
      whole('', { status: '302 Found', more: 'location: https://elsewhere.test/\r\n' }),
      'service',
      /elsewhere/,
    ],
    ['one that never answers', () => {}, 'service', /in time/],
    [
      'a server of another generation',
      whole('{"isSuccess":true,"value":{"status":"ok"}}', { more: 'api-supported-versions: 2.0, 3.0\r\n' }),
      'version',
      /speaks 2\.0, 3\.0 of the interface, this console 1\.0/,
    ],
    [
      'a server that does not say its version',
      whole('{"isSuccess":true,"value":{"status":"ok"}}'),
      'version',
      /does not say/,
    ],
  ] as const)('%s gets no token', async (...[, nasty, stage, told]) => {
    await using server = await startHostileServer({ nasty })
    const { reports } = await run({ url: server.url, token: anyToken() })
    expect(failedStage(reports)).toMatchObject({ stage, detail: expect.stringMatching(told) })
    expect(server.requests.map(({ headers }) => headers.authorization)).not.toContainEqual(expect.any(String))
  })
})

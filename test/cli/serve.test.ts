import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { clientOf, putDemo } from './demo-answer.ts'
import { serveFolder, serving } from './serving.ts'

test('serve --json prints exactly one line once it listens', async () => {
  await using folder = await temporaryFolder()
  await using server = await serveFolder(folder.path)
  const { url } = server.addresses
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(server.addresses).toEqual({ url, trpcUrl: `${url}/trpc`, docsUrl: `${url}/docs` })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const { stdout } = await server.stop()
  expect(stdout).toBe(server.greeting)
  expect(stdout).toMatch(/^\{.*\}\n$/)
})

test('a folder with simulator keys is served with the simulator', async () => {
  await using folder = await temporaryFolder()
  await putDemo(folder.path)
  await using server = await serveFolder(folder.path)
  const { simulatorUrl = '' } = server.addresses
  expect((await fetch(`${simulatorUrl}/v1/workspace`)).status).toBe(401)
})

test.for(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s stops it gracefully', async (signal) => {
  await using folder = await temporaryFolder()
  await using server = await serveFolder(folder.path)
  expect((await server.stop(signal)).status).toBe(0)
  await expect(fetch(server.addresses.url)).rejects.toThrow()
})

test('a stop waits for a rotation in flight to finish', async () => {
  await using folder = await temporaryFolder()
  const demo = await putDemo(folder.path)
  await using server = await serveFolder(folder.path)
  const client = clientOf(server.addresses.url, demo.tokens.operator)
  const hanging = demo.credentials.find(({ simulatorMode }) => simulatorMode === 'hang')
  if (!hanging) throw new Error('no credentials hang')
  const rotation = client.rotate(demo, hanging)
  await expect
    .poll(async () => JSON.stringify(await (await client.get('/platform/admin/custodians')).json()))
    .toContain('"rotating"')
  const stopped = server.stop()
  expect((await rotation).status).toBe(500)
  expect((await stopped).status).toBe(0)
})

test('with --drain a server that stops is not ready first, and answers requests until then', async () => {
  await using folder = await temporaryFolder()
  await using server = await serveFolder(folder.path, '--drain', '3')
  const { url } = server.addresses
  const answerOf = async (path: string) => (await fetch(`${url}${path}`)).status
  expect(await answerOf('/readyz')).toBe(200)
  const stopped = server.stop()
  await expect.poll(() => answerOf('/readyz')).toBe(503)
  expect(await (await fetch(`${url}/readyz`)).text()).toContain('reason=draining')
  expect(await answerOf('/livez')).toBe(200)
  expect((await stopped).status).toBe(0)
  await expect(fetch(url)).rejects.toThrow()
})

test('an address reachable from other machines is refused without TLS or a proxy', async () => {
  await using folder = await temporaryFolder()
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'desk.example']) {
    const { status, stderr } = await strongroom(['serve', '--data', folder.path, '--port', '0', '--host', host])
    expect(stderr).toMatch(/^strongroom: [^\n]+without TLS[^\n]+--tls-cert[^\n]+--behind-proxy[^\n]+\n$/)
    expect(status).toBe(2)
  }
})

test('metrics on an address reachable from other machines are refused unless they are allowed there', async () => {
  await using folder = await temporaryFolder()
  const { status, stderr } = await strongroom(['serve', '--data', folder.path, '--metrics', '0.0.0.0:0'])
  expect(stderr).toMatch(/^strongroom: --metrics 0\.0\.0\.0 [^\n]+--metrics-unprotected[^\n]+\n$/)
  expect(status).toBe(2)
  await using server = await serveFolder(folder.path, '--metrics', '0.0.0.0:0', '--metrics-unprotected')
  const { port } = new URL(server.addresses.metricsUrl ?? '')
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200)
})

test('an address of a proxy without a proxy is refused', async () => {
  const { status, stderr } = await strongroom(['serve', '--proxy-address', '10.0.0.0/8'])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^strongroom: --proxy-address [^\n]+--behind-proxy[^\n]+\n$/)
})

test('behind a proxy the server can listen on any address, and accepts the configured host names', async () => {
  await using folder = await temporaryFolder()
  const proxied = ['--host', '127.0.0.1', '--behind-proxy', '--allowed-host', 'Desk.example']
  await using server = await serveFolder(folder.path, ...proxied)
  const statusFor = async (host: string) => {
    const { stdout } = await promisify(execFile)(
      ...([
        'curl',
        ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Host: ${host}`, `${server.addresses.url}/livez`],
      ] as const),
    )
    return stdout
  }
  expect(await statusFor('desk.example')).toBe('200')
  expect(await statusFor('other.example')).toBe('421')
})

async function makeCertificate(folder: string): Promise<readonly [string, string]> {
  const args = 'req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj /CN=localhost'.split(' ')
  await promisify(execFile)('openssl', [...args, '-addext', 'subjectAltName=IP:127.0.0.1'], { cwd: folder })
  return [join(folder, 'cert.pem'), join(folder, 'key.pem')]
}

test('serve uses TLS with a certificate and its key', async () => {
  await using folder = await temporaryFolder()
  await using secrets = await temporaryFolder()
  const [certificate, key] = await makeCertificate(secrets.path)
  await using server = await serveFolder(folder.path, '--tls-cert', certificate, '--tls-key', key)
  expect(server.addresses.url).toMatch(/^https:/)
  const ca = await readFile(certificate)
  const status = await new Promise((resolve, reject) => {
    const asked = request(`${server.addresses.url}/livez`, { ca }, (answer) => resolve(answer.resume().statusCode))
    asked.once('error', reject).end()
  })
  expect(status).toBe(200)
})

test('a certificate without its key, or an invalid one, is refused', async () => {
  await using folder = await temporaryFolder()
  await using secrets = await temporaryFolder()
  const [certificate, key] = await makeCertificate(secrets.path)
  const serve = (...tls: string[]) => strongroom(['serve', '--data', folder.path, '--port', '0', ...tls])
  expect(await serve('--tls-cert', certificate)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--tls-key'),
  })
  const swapped = await serve('--tls-cert', key, '--tls-key', certificate)
  expect(swapped.stderr).toMatch(/^strongroom: [^\n]*certificate[^\n]+--tls-cert[^\n]+\n$/)
  expect(swapped.status).toBe(1)
  const missing = await serve('--tls-cert', join(secrets.path, 'none.pem'), '--tls-key', key)
  expect(missing.stderr).toMatch(/^strongroom: [^\n]+none\.pem[^\n]+\n$/)
  expect(missing.status).toBe(1)
})

test('the simulator can be run on its own', async () => {
  await using folder = await temporaryFolder()
  await putDemo(folder.path)
  await using simulator = await serving(['provider-simulator', '--data', folder.path, '--json'])
  const { url } = JSON.parse(simulator.greeting) as { url: string }
  expect((await fetch(`${url}/v1/workspace`)).status).toBe(401)
  expect((await simulator.stop()).status).toBe(0)
})

test('the simulator needs a folder with its keys', async () => {
  await using folder = await temporaryFolder()
  const { status, stderr } = await strongroom(['provider-simulator', '--data', folder.path])
  expect(stderr).toMatch(/^strongroom: there is no [^\n]+simulator\.json[^\n]+--data[^\n]+\n$/)
  expect(status).toBe(4)
})

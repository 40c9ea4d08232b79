import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createProgram } from '../../server/cli/run.ts'
import { strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { type Addresses, serving } from './serving.ts'

test('every option of serve has an environment variable, named after it', async () => {
  const { commands } = await createProgram(['serve'])
  const serve = commands.find((command) => command.name() === 'serve')
  const variables = serve?.options.map(({ long, envVar }) => [long, envVar])
  expect(variables?.length).toBeGreaterThan(11)
  expect(variables).toEqual(
    variables?.map(([long]) => [long, `STRONGROOM_${long?.slice(2).replaceAll('-', '_').toUpperCase()}`]),
  )
})

/** The status that a server gives a request with this Host header. */
const statusFor = ({ url }: Addresses, host: string) =>
  new Promise<number | undefined>((resolve, reject) =>
    request(`${url}/livez`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode))
      .once('error', reject)
      .end(),
  )

test('a server can be configured by its environment alone', async () => {
  await using folder = await temporaryFolder()
  const env = {
    STRONGROOM_DATA: join(folder.path, 'data'),
    STRONGROOM_KEY_FILE: join(folder.path, 'kek'),
    STRONGROOM_PORT: '0',
    STRONGROOM_HOST: '::1',
    STRONGROOM_ALLOWED_HOST: 'Desk.example, vault.example',
    STRONGROOM_BEHIND_PROXY: 'true',
    STRONGROOM_LOG_LEVEL: 'error',
    STRONGROOM_DEMO: 'false',
    STRONGROOM_WHILE_RUNS: `${process.pid}`,
    STRONGROOM_JSON: '1',
  }
  await using server = await serving(['serve'], { env })
  const addresses = JSON.parse(server.greeting) as Addresses
  expect(addresses.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  const hosts = ['desk.example', 'vault.example', 'other.example']
  expect(await Promise.all(hosts.map((host) => statusFor(addresses, host)))).toEqual([200, 200, 421])
})

test('TLS can be configured by the environment', async () => {
  await using folder = await temporaryFolder()
  const args = 'req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj /CN=localhost'.split(' ')
  await promisify(execFile)('openssl', args, { cwd: folder.path })
  await using server = await serving(['serve', '--data', join(folder.path, 'data'), '--port', '0', '--json'], {
    env: {
      STRONGROOM_TLS_CERT: join(folder.path, 'cert.pem'),
      STRONGROOM_TLS_KEY: join(folder.path, 'key.pem'),
    },
  })
  expect(JSON.parse(server.greeting).url).toMatch(/^https:/)
})

test('the flag wins over the environment, and the environment over the default', async () => {
  await using folder = await temporaryFolder()
  const env = { STRONGROOM_HOST: '192.0.2.1', STRONGROOM_PORT: '70000', STRONGROOM_LOG_LEVEL: 'silent' }
  const flags = ['--data', folder.path, '--host', '127.0.0.1', '--port', '0', '--json']
  await using server = await serving(['serve', ...flags], { env })
  expect(JSON.parse(server.greeting).url).toMatch(/^http:\/\/127\.0\.0\.1:/)
  const { stderr } = await strongroom(['serve', '--data', folder.path], { env: { STRONGROOM_HOST: '192.0.2.1' } })
  expect(stderr).toContain('192.0.2.1')
})

test.for([
  ['STRONGROOM_PORT', '70000', '0 to 65535'],
  ['STRONGROOM_PORT', '', '0 to 65535'],
  ['STRONGROOM_HOST', '', 'an address or a host name'],
  ['STRONGROOM_ALLOWED_HOST', 'a.example,https://b.example', 'without scheme'],
  ['STRONGROOM_TLS_CERT', '', 'empty'],
  ['STRONGROOM_BEHIND_PROXY', 'maybe', 'true or false'],
  ['STRONGROOM_BEHIND_PROXY', '', 'true or false'],
  ['STRONGROOM_LOG_LEVEL', 'loud', 'debug'],
  ['STRONGROOM_METRICS', '9464', 'an address and a port'],
  ['STRONGROOM_METRICS', '127.0.0.1:70000', '0 to 65535'],
  ['STRONGROOM_DEMO', 'yes', 'true or false'],
  ['STRONGROOM_WHILE_RUNS', 'self', 'process'],
  ['STRONGROOM_DATA', '', 'empty'],
  ['STRONGROOM_JSON', 'yes', 'true or false'],
] as const)('a bad value in the environment is refused with its name: %s=%s', async ([name, value, says]) => {
  const { status, stdout, stderr } = await strongroom(['serve'], { env: { [name]: value } })
  expect(stderr).toMatch(new RegExp(`^strongroom: [^\\n]*${name}[^\\n]*${says}[^\\n]+\\n$`))
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
})

test('a switch that the environment turns off is off', async () => {
  const { status, stderr } = await strongroom(['serve', '--host', '0.0.0.0'], {
    env: { STRONGROOM_BEHIND_PROXY: 'false' },
  })
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('without TLS') })
})

test('if the environment asks for JSON, a failure is one JSON value on standard output too', async () => {
  const { stdout } = await strongroom(['serve', '--prot', '1'], { env: { STRONGROOM_JSON: 'true' } })
  expect(JSON.parse(stdout)).toMatchObject({ error: { exitCode: 2 } })
})

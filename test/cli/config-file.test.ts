import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

type Setting = { readonly option: string; readonly value: string | null; readonly source: string }

async function check(text: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'strongroom.conf')
  writeFileSync(file, text)
  const { status, stdout, stderr } = await strongroom(['config', 'check', '--config', file, '--json', ...args], { env })
  const { settings = [] } = JSON.parse(stdout) as { settings?: readonly Setting[] }
  const of = (name: string) => {
    const { value, source } = settings.find(({ option }) => option === name) ?? {}
    return `${value} from ${source}`
  }
  return { status, stderr, of }
}

test('the command line overrides the environment, that the file, and the file the default', async () => {
  const text =
    '# ports\nport = 9001\nhost=::1\n\ntoken-rate = 5\nbehind-proxy = true\nallowed-host = a.example, b.example\n'
  const { status, of } = await check(text, ['--port', '9003'], { STRONGROOM_PORT: '9002', STRONGROOM_TOKEN_RATE: '6' })
  expect(status).toBe(0)
  expect(of('port')).toBe('9003 from command line')
  expect(of('token-rate')).toBe('6 from environment')
  expect(of('host')).toBe('::1 from file')
  expect(of('behind-proxy')).toBe('true from file')
  expect(of('allowed-host')).toBe('a.example,b.example from file')
  expect(of('token-in-flight')).toBe('256 from default')
})

test('an option that is not set has the default that serve uses, also where that is only described', async () => {
  const { of } = await check('')
  expect(of('port')).toBe('8420 from default')
  expect(of('key-file')).toBe('keys/kek in the data folder from default')
  expect(of('keep-rotations')).toBe('never from default')
  expect(of('behind-proxy')).toBe('false from default')
  expect(of('key-fd'), 'it has none').toBe('null from default')
  expect((await check('key = file:/kek\n')).of('key-file'), 'another place is named').toBe('null from default')
})

test.for([
  { text: 'prot = 1\n', says: 'line 1: there is no option prot' },
  { text: '\nport = 1\nport = 2\n', says: 'line 3: port is set twice' },
  { text: 'port 8420\n', says: 'line 1: it is not "name = value"' },
  { text: 'port = 99999\n', says: 'line 1: the value of port is invalid. It must be a number from 0 to 65535' },
  { text: 'behind-proxy = maybe\n', says: 'line 1: behind-proxy must be true or false' },
  { text: 'log-level = loud\n', says: 'Allowed choices are debug, info' },
  { text: 'host = 0.0.0.0\n', says: '0.0.0.0 is reachable from other machines' },
  { text: 'tls-cert = /no/such\ntls-key = /no/such\n', says: 'cannot use /no/such: it does not exist' },
])('a wrong file is refused with the place and the reason: $says', async ({ text, says }) => {
  const { status, stderr } = await check(text)
  expect(stderr).toContain(says)
  expect(status).not.toBe(0)
})

test('serve reads the file too, and reports a line that is wrong', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'strongroom.conf')
  writeFileSync(file, 'port = 0\nlog-level = shout\n')
  const { status, stderr } = await strongroom(['serve', '--data', join(folder.path, 'data')], {
    env: { STRONGROOM_CONFIG: file },
  })
  expect(stderr).toContain('line 2: the value of log-level is invalid')
  expect(status).toBe(2)
})

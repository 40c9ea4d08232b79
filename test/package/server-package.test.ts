// @module-tag long
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildServerPackage } from '../../scripts/package/server/build-server-package.ts'
import { untilReady } from '../cli/serving.ts'
import { ended, environment } from '../harness/cli.ts'
import { signInWithInstalled } from '../sign-in/installed-program.ts'
import { startCollector } from '../tracing/collector.ts'
import { lacking } from './missing.ts'
import { dpkg, fieldOf, makeRoot } from './throwaway-root.ts'

const missing =
  lacking('dpkg-deb', 'dpkg', 'setpriv') ??
  (process.getuid?.() === 0 ? null : 'installing and changing users takes root')
const unit = 'strongroom-server.service'

let folder = ''
let deb = ''
const below = (path: string) => join(folder, 'root', path)

const addon = new URL('../../node_modules/pkcs11js/build/Release/pkcs11.node', import.meta.url)

beforeAll(async () => {
  if (missing) return
  folder = await mkdtemp(join(tmpdir(), 'strongroom-server-package-'))
  chmodSync(folder, 0o755)
  deb = await buildServerPackage(folder, 'gzip')
  makeRoot(below(''))
  await dpkg(below(''), ['--install', deb], { force: ['depends'] })
}, 900_000)
beforeEach(({ skip }) => skip(missing !== null, missing ?? undefined))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('it installs a server without a desktop, and a key that only root can read', () => {
  expect(fieldOf(deb, 'Depends')).toBe('adduser, libc6 (>= 2.34), libstdc++6 (>= 11)')
  const { mode, uid } = lstatSync(below('etc/strongroom/kek'))
  expect([mode & 0o777, uid]).toEqual([0o400, 0])
  expect(Buffer.from(readFileSync(below('etc/strongroom/kek'), 'latin1'), 'base64')).toHaveLength(32)
})

test('an update keeps the key and the configuration, and a purge the key', async () => {
  const key = readFileSync(below('etc/strongroom/kek'))
  writeFileSync(below('etc/strongroom/strongroom.conf'), 'port = 8499\n')
  await dpkg(below(''), ['--install', deb], { force: ['depends'] })
  expect(readFileSync(below('etc/strongroom/kek'))).toEqual(key)
  expect(readFileSync(below('etc/strongroom/strongroom.conf'), 'utf8')).toBe('port = 8499\n')
  const other = join(folder, 'other')
  cpSync(below(''), other, { recursive: true })
  await dpkg(other, ['--purge', 'strongroom-server'])
  expect([existsSync(join(other, 'etc/strongroom/kek')), existsSync(join(other, 'usr/bin/strongroom'))]).toEqual([
    true,
    false,
  ])
})

test('it brings the addon for hardware modules, for its own Node', ({ skip }) => {
  const program = below('usr/lib/strongroom-server')
  skip(!existsSync(addon), 'pkcs11js is not built here')
  const { stdout } = spawnSync(join(program, 'node'), ['-p', "typeof require('pkcs11js').PKCS11"], { cwd: program })
  expect(`${stdout}`.trim()).toBe('function')
})

test('it brings a manual page of each command, completion and a changelog', () => {
  for (const page of ['strongroom', 'strongroom-rotate', 'strongroom-token-create'])
    expect(gunzipSync(readFileSync(below(`usr/share/man/man1/${page}.1.gz`))).toString()).toContain('.SH NAME')
  for (const file of ['bash-completion/completions/strongroom', 'zsh/vendor-completions/_strongroom'])
    expect(existsSync(below(`usr/share/${file}`))).toBe(true)
  const changelog = gunzipSync(readFileSync(below('usr/share/doc/strongroom-server/changelog.gz'))).toString()
  expect(changelog).toMatch(/^strongroom-server \(\d+\.\d+\.\d+\) stable; urgency=medium\n\n {2}\* /)
})

test('lintian finds no error in it', { timeout: 600_000 }, ({ skip }) => {
  const problem = lacking('lintian')
  skip(problem !== null, problem ?? undefined)
  const { stdout } = spawnSync('lintian', ['--fail-on', 'none', '--allow-root', deb], { encoding: 'utf8' })
  expect(stdout.split('\n').filter((line) => line.startsWith('E:'))).toEqual([])
})

test('systemd accepts the unit, and finds it well protected', ({ skip }) => {
  const problem =
    lacking('systemd-analyze') ?? (existsSync('/lib/systemd/system/sysinit.target') ? null : 'no units here')
  skip(problem !== null, problem ?? undefined)
  const root = join(folder, 'units')
  cpSync('/lib/systemd/system', join(root, 'lib/systemd/system'), { recursive: true, verbatimSymlinks: true })
  for (const path of [`lib/systemd/system/${unit}`, 'usr/bin/strongroom']) cpSync(below(path), join(root, path))
  const verify = spawnSync('systemd-analyze', ['verify', '--man=no', `--root=${root}`, unit], { encoding: 'utf8' })
  expect(`${verify.stdout}${verify.stderr}`.split('\n').filter((line) => line.includes('strongroom'))).toEqual([])
  execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', `--root=${root}`, unit])
})

test('it brings the preload for traces, which the program finds', async () => {
  const program = below('usr/lib/strongroom-server')
  await using collector = await startCollector()
  const data = join(folder, 'traced')
  const preload = { NODE_OPTIONS: `--import=${join(program, 'tracing.js')}` }
  await using server = await untilReady(
    spawn(join(program, 'node'), [join(program, 'strongroom.js'), 'serve', '--json', '--data', data, '--port', '0'], {
      env: { ...environment(), ...preload, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  await fetch(`${JSON.parse(server.greeting).url}/readyz`)
  expect((await server.stop()).status).toBe(0)
  expect(collector.spans.map(({ name }) => name)).toContain('HTTP GET')
})

test('people sign in to it with an identity provider, by its own command line', async () => {
  const program = below('usr/lib/strongroom-server')
  const entry = join(program, 'strongroom.js')
  await signInWithInstalled({ node: join(program, 'node'), entry, folder: join(folder, 'signing-in') })
})

/** Starts the installed program as the service is started, but by hand: as an ordinary user with a credential. */
function startAsUser(credentials: string, { isGiven }: { readonly isGiven: boolean }) {
  const program = below('usr/lib/strongroom-server')
  const key = ['--key-file', join(credentials, 'kek')]
  const serve = ['serve', '--json', '--port', '0', '--data', join(folder, 'data'), ...key]
  const user = ['--reuid=65534', '--regid=65534', '--clear-groups']
  return spawn('setpriv', [...user, join(program, 'node'), join(program, 'strongroom.js'), ...serve], {
    cwd: '/',
    env: { ...environment(), HOME: '/nonexistent', ...(isGiven && { CREDENTIALS_DIRECTORY: credentials }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

test('the program serves as an unprivileged user with the key as a credential of systemd, and only so', async () => {
  const credentials = join(folder, 'credentials')
  mkdirSync(credentials, { mode: 0o755 })
  cpSync(below('etc/strongroom/kek'), join(credentials, 'kek'))
  chownSync(join(credentials, 'kek'), 0, 65_534)
  chmodSync(join(credentials, 'kek'), 0o440)
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  chownSync(join(folder, 'data'), 65_534, 65_534)
  const refused = await ended(startAsUser(credentials, { isGiven: false }))
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('key file permissions are too open'),
  })
  await using server = await untilReady(startAsUser(credentials, { isGiven: true }))
  const { url } = JSON.parse(server.greeting) as { url: string }
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await server.stop()).status).toBe(0)
})

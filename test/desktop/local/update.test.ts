import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { LocalRequest } from '../../../desktop/bridge/local.ts'
import { serverVersion } from '../../../server/platform/version.ts'
import { strongroom } from '../../harness/cli.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { makeKey } from '../../package/release-folder.ts'
import { debOf, fingerprintOf, newerVersion, signedRelease, signText, spkiOf } from '../../update/made-release.ts'
import { bundleForTests } from './bundle.ts'
import { last, openLocalConsole } from './local-console.ts'
import { importNow, requestsOf, tenants, valueOfKind } from './requests.ts'

const bundle = bundleForTests()
const key = makeKey()
const deb = debOf(newerVersion)
const content = 'the package, '.repeat(100_000)
const sha256 = createHash('sha256').update(content).digest('hex')

/** A console whose package carries the key, and a medium with a release that the key signed. */
async function openWithMedium(files: Readonly<Record<string, string | Buffer>> = { [deb]: content }) {
  const folder = await temporaryFolder()
  onTestFinished(() => folder[Symbol.asyncDispose]())
  cpSync(dirname(bundle.folder), join(folder.path, 'app'), { recursive: true })
  const program = join(folder.path, 'app', 'server')
  writeFileSync(join(program, 'release-keys.pem'), spkiOf(key))
  const medium = join(folder.path, 'medium')
  await signedRelease(medium, files, key)
  // A path that a shell would take apart.
  const path = join(folder.path, "the operator's data")
  mkdirSync(path)
  const desk = await openLocalConsole(join(program, 'strongroom.js'), { folder: { ...folder, path } })
  onTestFinished(() => desk[Symbol.asyncDispose]())
  const requests = requestsOf(desk)
  requests.chosen.package = join(medium, Object.keys(files)[0] ?? '')
  requests.chosen.target = folder.path
  return { ...requests, desk, program, medium, copies: join(desk.dataRoot, 'update'), folder: folder.path }
}

const checkNow: LocalRequest = { do: 'check-update' }
const prepareNow = (backUp: boolean): LocalRequest => ({ do: 'prepare-update', backUp })

test('a package is verified, backed up for, verified again, and handed over with the server stopped', async () => {
  const { ask, chosen, desk, progress, revealed, write, copies } = await openWithMedium()
  await ask({ do: 'start', withDemo: false })
  chosen.files = [write('tenants.csv', tenants(1, 3))]
  await ask(importNow)

  const { update } = valueOfKind(await ask(checkNow), 'update-checked')
  expect(update).toEqual({
    file: chosen.package,
    fit: 'newer',
    version: newerVersion,
    installedVersion: serverVersion,
    sha256,
    keyFingerprint: fingerprintOf(key),
    data: { lastBackup: null },
  })
  const allBytes = content.length
  expect(progress.at(-1)).toEqual({ task: 'check-update', step: 'verifying', doneBytes: allBytes, allBytes })
  expect(desk.server.state().status, 'a verification changes nothing').toBe('running')

  const { prepared } = valueOfKind(await ask(prepareNow(true)), 'update-prepared')
  expect(prepared).toMatchObject({ version: newerVersion, format: 'deb', copy: join(copies, deb) })
  expect(desk.server.state().status).toBe('stopped')
  expect(desk.commandLines.slice(-2).map(([command, verb]) => `${command} ${verb}`)).toEqual([
    'backup create',
    'update verify',
  ])
  expect(await strongroom(['backup', 'inspect', prepared.backup ?? '', '--json'])).toMatchObject({ status: 0 })
  await ask({ do: 'reveal', what: 'update' })
  expect(revealed).toEqual([prepared.copy])
})

test('the backup has the own data of the operator, also while the demo is served', async () => {
  const { ask, chosen, desk, write } = await openWithMedium()
  await ask({ do: 'start', withDemo: false })
  chosen.files = [write('tenants.csv', ['tenantId,name', '7,My own tenant'])]
  await ask(importNow)
  await ask({ do: 'start', withDemo: true })
  await ask(checkNow)
  const { prepared } = valueOfKind(await ask(prepareNow(true)), 'update-prepared')
  const { stdout } = await strongroom(['backup', 'inspect', prepared.backup ?? '', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ tenants: [{ tenantId: 7, name: 'My own tenant' }] })
  expect(desk.server.state().status).toBe('stopped')
})

test('without own data there is nothing to back up', async () => {
  const { ask } = await openWithMedium()
  await ask({ do: 'start', withDemo: true })
  expect(valueOfKind(await ask(checkNow), 'update-checked').update).toMatchObject({ fit: 'newer', data: null })
  expect(valueOfKind(await ask(prepareNow(true)), 'update-prepared').prepared.backup).toBeNull()
})

test('where the backup fails or is cancelled the server goes on, and nothing is handed over', async () => {
  const { ask, chosen, desk, folder } = await openWithMedium()
  await ask({ do: 'start', withDemo: false })
  await ask(checkNow)
  chosen.target = null
  expect(await ask(prepareNow(true))).toEqual({ ok: true, value: null })
  chosen.target = join(folder, 'no such folder')
  expect(await ask(prepareNow(true))).toMatchObject({ ok: false, error: { code: 'TaskFailed' } })
  expect(desk.server.state().status).toBe('running')
  chosen.target = folder
  valueOfKind(await ask(prepareNow(true)), 'update-prepared')
})

test('nothing is prepared that was not verified first', async () => {
  const { ask, chosen, desk } = await openWithMedium()
  await ask({ do: 'start', withDemo: true })
  expect(await ask(prepareNow(false))).toMatchObject({ ok: false, error: { code: 'NotAllowed' } })
  await ask(checkNow)
  chosen.package = null
  expect(await ask(checkNow)).toEqual({ ok: true, value: null })
  expect(await ask(prepareNow(false)), 'a newer choice was cancelled').toMatchObject({ ok: false })
  expect(desk.server.state().status).toBe('running')
})

test('a medium that is changed after the verification changes nothing of what is handed over', async () => {
  const { ask, medium } = await openWithMedium()
  await ask(checkNow)
  writeFileSync(join(medium, deb), 'another package')
  const { prepared } = valueOfKind(await ask(prepareNow(false)), 'update-prepared')
  expect(readFileSync(prepared.copy, 'utf8')).toBe(content)
})

const replacements = [
  ['changed', (copies: string) => appendFileSync(join(copies, deb), '!')],
  ['not there', (copies: string) => execFileSync('rm', [join(copies, deb)])],
  [
    'one of another release that the key signed',
    (copies: string) => {
      writeFileSync(join(copies, deb), 'another')
      signText(copies, `${createHash('sha256').update('another').digest('hex')}  ${deb}\n`, key)
    },
  ],
] as const

test.each(replacements)(
  'a copy that is %s is refused, the server goes on, and it is not offered again',
  async (_what, replace) => {
    const { ask, desk, copies } = await openWithMedium()
    await ask({ do: 'start', withDemo: true })
    await ask(checkNow)
    replace(copies)
    expect(await ask(prepareNow(false))).toMatchObject({ ok: false, error: { code: 'UpdateRefused' } })
    expect(desk.server.state().status).toBe('running')
    expect(await ask(prepareNow(false))).toMatchObject({ ok: false, error: { code: 'NotAllowed' } })
  },
)

test('a release of another key is refused with the reason, and nothing is kept of it', async () => {
  const { ask, medium, copies } = await openWithMedium()
  signText(medium, readFileSync(join(medium, 'SHA256SUMS'), 'utf8'), makeKey())
  expect(await ask(checkNow)).toMatchObject({
    ok: false,
    error: {
      code: 'UpdateRefused',
      changed: 'nothing',
      info: [
        'The signature is not valid: the release was changed, or signed with another key.',
        expect.stringContaining(fingerprintOf(key)),
        expect.stringContaining('Do not install it'),
      ],
    },
  })
  expect(existsSync(copies)).toBe(false)
})

test('a console that carries no key says so and refuses every package', async () => {
  const { chosen } = await openWithMedium()
  await using desk = await openLocalConsole(bundle.entry)
  const requests = requestsOf(desk)
  requests.chosen.package = chosen.package
  expect(await requests.ask(checkNow)).toMatchObject({
    ok: false,
    error: {
      code: 'UpdateRefused',
      info: [expect.stringContaining('carries no public key'), expect.any(String), expect.any(String)],
    },
  })
  expect(await requests.ask(prepareNow(false))).toMatchObject({ ok: false, error: { code: 'NotAllowed' } })
})

test.each([
  [debOf('0.0.1'), 'older'],
  [debOf(serverVersion), 'same-version'],
  [deb.replace('strongroom_', 'strongroom-server_'), 'other-program'],
  ['THIRD-PARTY-NOTICES.txt', 'no-package'],
])('%s is shown as %s, is not kept, and cannot be prepared', async (name, fit) => {
  const { ask, copies } = await openWithMedium({ [name]: content })
  expect(valueOfKind(await ask(checkNow), 'update-checked').update).toMatchObject({ fit })
  expect(existsSync(copies)).toBe(false)
  expect(await ask(prepareNow(false))).toMatchObject({ ok: false, error: { code: 'NotAllowed' } })
})

test('a verification that is cancelled, or whose process is killed, leaves no package that counts as verified', async () => {
  const { ask, desk, copies } = await openWithMedium({ [deb]: Buffer.alloc(200 * 1024 ** 2) })
  const isCopying = async () => {
    const checking = ask(checkNow)
    await expect.poll(() => existsSync(copies) && readdirSync(copies).join(), { interval: 2 }).toContain('unverified')
    return { checking }
  }
  const cancelled = await isCopying()
  await ask({ do: 'cancel' })
  expect(await cancelled.checking).toEqual({ ok: true, value: null })
  expect(existsSync(copies)).toBe(false)

  const killed = await isCopying()
  process.kill(last(desk.children).pid ?? 0, 'SIGKILL')
  expect(await killed.checking).toMatchObject({ ok: false, error: { code: 'UpdateRefused' } })
  expect(readdirSync(copies)).not.toContain(deb)
  expect(await ask(prepareNow(false))).toMatchObject({ ok: false, error: { code: 'NotAllowed' } })
  valueOfKind(await ask(checkNow), 'update-checked')
  expect(readdirSync(copies), 'control: one that ends').toContain(deb)
})

/** Runs the command as a person would, with a folder in the place of root's, and an apt-get that only copies. */
function runAsPerson(command: string, folder: string) {
  const bin = join(folder, 'bin')
  const archives = join(folder, 'archives')
  for (const path of [bin, archives]) mkdirSync(path, { recursive: true })
  for (const [name, line] of [
    ['sudo', 'exec "$@"'],
    ['apt-get', `cp "$2" '${join(folder, 'installed')}'`],
  ] as const)
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  const script = command.replaceAll('/var/cache/apt/archives', archives)
  return spawnSync('sh', ['-c', script], { env: { PATH: `${bin}:${process.env.PATH}` }, encoding: 'utf8' })
}

test('the command installs what was verified, and nothing where the copy was exchanged afterwards', async () => {
  const { ask, folder } = await openWithMedium()
  await ask(checkNow)
  const { prepared } = valueOfKind(await ask(prepareNow(false)), 'update-prepared')
  const command = prepared.command ?? ''
  expect(command).toContain(`/var/cache/apt/archives/${deb}`)
  const installed = join(folder, 'installed')
  writeFileSync(prepared.copy, 'exchanged')
  expect(runAsPerson(command, folder)).toMatchObject({ status: 1, stdout: expect.stringContaining('FAILED') })
  expect(existsSync(installed)).toBe(false)
  writeFileSync(prepared.copy, content)
  expect(runAsPerson(command, folder), 'control').toMatchObject({ status: 0 })
  expect(readFileSync(installed, 'utf8')).toBe(content)
})

test('only the user may enter the folder of the copy', async () => {
  const { ask, copies } = await openWithMedium()
  await ask(checkNow)
  expect([statSync(copies).mode & 0o777, statSync(join(copies, deb)).mode & 0o777]).toEqual([0o700, 0o600])
})

test('an AppImage has no command: its verified copy can be started', async () => {
  const name = `Strongroom-${newerVersion}${process.arch === 'arm64' ? '-arm64' : ''}.AppImage`
  const { ask, copies } = await openWithMedium({ [name]: content })
  await ask(checkNow)
  const { prepared } = valueOfKind(await ask(prepareNow(false)), 'update-prepared')
  expect(prepared).toMatchObject({ format: 'appimage', command: null, copy: join(copies, name) })
  expect(statSync(prepared.copy).mode & 0o777).toBe(0o700)
})

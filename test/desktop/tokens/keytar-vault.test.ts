import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { mintToken } from '../../../server/access/token-text.ts'
import { leaksIn } from '../../faults/encodings.ts'
import { missingHere, startDesktop } from '../../harness/keyring.ts'
import { follow, printOf, type Step } from './orders.ts'

beforeEach(({ skip }) => skip(missingHere.length > 0, `no real keychain: ${missingHere.join(', ')} missing`))

const id = crypto.randomUUID()
const token = mintToken()
const probe: Step = { do: 'probe' }
const read: Step = { do: 'read', id }
const write: Step = { do: 'write', id, token }
const erase: Step = { do: 'erase', id }
const everything = [probe, read, write, read, erase]

test('a stored token is read by a later process, and by none once it is erased', async () => {
  await using desktop = await startDesktop()
  await desktop.startKeyring('password')
  expect((await follow(desktop, [probe, read, write])).outcomes).toEqual(['done', 'none', 'done'])
  expect((await follow(desktop, [read, { ...read, id: crypto.randomUUID() }])).outcomes).toEqual([
    printOf(token),
    'none',
  ])
  expect((await follow(desktop, [erase, erase, read])).outcomes).toEqual(['done', 'done', 'none'])
  expect((await follow(desktop, [read])).outcomes).toEqual(['none'])
})

test('a token survives a restart of the keychain service, and a second one replaces it', async () => {
  await using desktop = await startDesktop()
  const before = await desktop.startKeyring('password')
  const second = mintToken()
  await follow(desktop, [write, { ...write, token: second }])
  await before.end()
  await desktop.startKeyring('password')
  expect((await follow(desktop, [read])).outcomes).toEqual([printOf(second)])
})

test('a locked keyring is reported as locked, never as one without the token', async () => {
  await using desktop = await startDesktop()
  const keyring = await desktop.startKeyring('password')
  await follow(desktop, [write])
  await keyring.lock()
  expect((await follow(desktop, everything)).outcomes).toEqual(Array(5).fill('KeychainLocked'))
  await keyring.end()
  await desktop.startKeyring(null)
  expect((await follow(desktop, everything)).outcomes).toEqual(Array(5).fill('KeychainLocked'))
})

test('a session whose keyring was never unlocked has no keyring', async () => {
  await using desktop = await startDesktop()
  await desktop.startKeyring(null)
  expect((await follow(desktop, everything)).outcomes).toEqual(Array(5).fill('NoKeyring'))
})

test('a session without a keychain service is reported as such', async () => {
  await using desktop = await startDesktop()
  expect((await follow(desktop, everything)).outcomes).toEqual(Array(5).fill('NoSecretService'))
})

test('a session without D-Bus or with a dead D-Bus address is reported as such', async () => {
  await using desktop = await startDesktop({ hasBus: false })
  expect((await follow(desktop, everything)).outcomes).toEqual(Array(5).fill('NoSessionBus'))
  desktop.env.DBUS_SESSION_BUS_ADDRESS = `unix:path=${join(desktop.folder, 'nowhere')}`
  expect((await follow(desktop, everything)).outcomes).toEqual(Array(5).fill('NoSessionBus'))
})

test('a keychain that hangs times out, blocks no caller, and works once it answers again', async () => {
  await using desktop = await startDesktop()
  const { pid } = await desktop.startKeyring('password')
  const stop: Step = { do: 'signal', pid, signal: 'SIGSTOP' }
  const goOn: Step = { do: 'signal', pid, signal: 'SIGCONT' }
  // With the usual time, in which one on a busy machine answers.
  expect((await follow(desktop, [write])).outcomes).toEqual(['done'])
  const steps: Step[] = [stop, ...everything, goOn, { do: 'probe until it succeeds' }]
  const { outcomes } = await follow(desktop, steps, { timeLimitMs: 500 })
  expect(outcomes).toEqual(['done', ...Array(5).fill('KeychainSilent'), 'done', 'done'])
  expect((await follow(desktop, [read])).outcomes).toEqual([printOf(token)])
})

const keytar = fileURLToPath(new URL('../../../node_modules/keytar/', import.meta.url))

/** A copy of the package whose addon was changed. */
async function changedKeytar(folder: string, change: (addon: string) => Promise<void>): Promise<string> {
  const copy = await mkdtemp(join(folder, 'keytar-'))
  await cp(keytar, copy, { recursive: true })
  await change(join(copy, 'build', 'Release', 'keytar.node'))
  return pathToFileURL(join(copy, 'lib', 'keytar.js')).href
}

test('a machine without libsecret is reported as such', async () => {
  await using desktop = await startDesktop({ hasBus: false })
  const broken = await changedKeytar(desktop.folder, async (addon) => {
    const bytes = await readFile(addon)
    await writeFile(
      addon,
      Buffer.from(bytes.toString('latin1').replace('libsecret-1.so.0', 'libsecret-9.so.9'), 'latin1'),
    )
  })
  expect((await follow(desktop, everything, { keytar: broken })).outcomes).toEqual(Array(5).fill('LibraryMissing'))
})

test('an addon that was not built and a missing package are reported as such', async () => {
  await using desktop = await startDesktop({ hasBus: false })
  const unbuilt = await changedKeytar(desktop.folder, (addon) => rm(addon))
  const absent = pathToFileURL(join(desktop.folder, 'keytar.js')).href
  for (const each of [unbuilt, absent])
    expect((await follow(desktop, everything, { keytar: each })).outcomes).toEqual(Array(5).fill('AddonMissing'))
})

test('a text that a keychain would cut or reject is not passed to it', async () => {
  await using desktop = await startDesktop()
  await desktop.startKeyring('password')
  const cut = `${token}\0rest`
  const long = token.padEnd(2_561, 'é')
  const steps: Step[] = [{ ...write, token: cut }, { ...write, token: long }, read]
  expect((await follow(desktop, steps, { platform: 'win32' })).outcomes).toEqual([
    'TokenCutShort',
    'TokenTooLong',
    'none',
  ])
  expect((await follow(desktop, steps)).outcomes).toEqual(['TokenCutShort', 'done', printOf(long)])
})

test('the output of the vault process never contains the token, even after a failure', async () => {
  await using desktop = await startDesktop()
  const printed: string[] = []
  const seen = async () => printed.push((await follow(desktop, everything)).output)
  await seen()
  const keyring = await desktop.startKeyring('password')
  await seen()
  await keyring.lock()
  await seen()
  const bytes = Buffer.from(printed.join('\n'))
  expect(printed.join()).toContain('KeychainLocked')
  expect(leaksIn([{ name: 'output', bytes }], { token })).toEqual([])
  const control = Buffer.concat([bytes, Buffer.from(token)])
  expect(leaksIn([{ name: 'output', bytes: control }], { token }), 'the control').not.toEqual([])
})

test('no file of the session contains the token while it is stored or afterwards', async () => {
  const { globSync, readFileSync, statSync } = await import('node:fs')
  await using desktop = await startDesktop()
  await desktop.startKeyring('password')
  const filesOf = () =>
    globSync('{home,data,config,run}/**/*', { cwd: desktop.folder })
      .filter((file) => statSync(join(desktop.folder, file)).isFile())
      .map((file) => ({ name: file, bytes: readFileSync(join(desktop.folder, file)) }))
  await follow(desktop, [write])
  expect(filesOf().map(({ name }) => name)).toContain(join('data', 'keyrings', 'login.keyring'))
  expect(leaksIn(filesOf(), { token })).toEqual([])
  await writeFile(join(desktop.folder, 'home', 'plain'), token)
  expect(leaksIn(filesOf(), { token }), 'the control').not.toEqual([])
})

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { type Desktop, missingHere, startDesktop } from '../harness/keyring.ts'
import { missingVendors } from './packages.ts'

// The facts of docs/decisions/0027: what it takes to leave keytar on Linux. Both libraries meet one real gnome-keyring.
beforeEach(({ skip }) => {
  skip(missingVendors !== null, missingVendors ?? undefined)
  skip(missingHere.length > 0, `no real keychain: ${missingHere.join(', ')} missing`)
})

const service = 'strongroom-operator-tokens'
const run = promisify(execFile)

const libraries = {
  keytar: fileURLToPath(new URL('../../node_modules/keytar/lib/keytar.js', import.meta.url)),
  // The part of the successor that has the functions of keytar.
  successor: fileURLToPath(new URL('node_modules/@napi-rs/keyring/keytar.js', import.meta.url)),
}

/** What one function of a library answers in a process of its own, as a console would be. */
async function call(desktop: Desktop, library: keyof typeof libraries, ...[name, ...args]: readonly string[]) {
  const script = `require(process.argv[1])[process.argv[2]](...process.argv.slice(3))
    .then((value) => process.stdout.write(JSON.stringify(value ?? null)))`
  const command = ['-e', script, libraries[library], name ?? '', service, ...args]
  return JSON.parse((await run(process.execPath, command, { env: desktop.env })).stdout) as unknown
}

const secrets = ['--session', '--dest', 'org.freedesktop.secrets', '--object-path']

/** Adds the attribute that the successor searches by to an entry of keytar's, and leaves the others as they are. */
async function labelForSuccessor({ env }: Desktop, account: string): Promise<void> {
  const found = await run(
    'gdbus',
    [
      'call',
      ...secrets,
      '/org/freedesktop/secrets',
      '--method',
      'org.freedesktop.Secret.Service.SearchItems',
      `{'service': '${service}', 'account': '${account}'}`,
    ],
    { env },
  )
  const [, item = ''] = /'(\/org\/freedesktop\/secrets\/collection\/[^']+)'/.exec(found.stdout) ?? []
  const schema = "'xdg:schema': 'org.freedesktop.Secret.Generic'"
  const attributes = `<{'service': '${service}', 'account': '${account}', 'username': '${account}', ${schema}}>`
  const set = ['call', ...secrets, item, '--method', 'org.freedesktop.DBus.Properties.Set']
  await run('gdbus', [...set, 'org.freedesktop.Secret.Item', 'Attributes', attributes], { env })
}

test('neither keychain library finds an entry of the other: their attributes have different names', async () => {
  await using desktop = await startDesktop()
  await desktop.startKeyring('password')
  await call(desktop, 'keytar', 'setPassword', 'old', 'written by keytar')
  await call(desktop, 'successor', 'setPassword', 'new', 'written by the successor')
  expect(await call(desktop, 'successor', 'getPassword', 'old')).toBeNull()
  expect(await call(desktop, 'keytar', 'getPassword', 'new')).toBeNull()
})

test('with one more attribute, both keychain libraries read and write the same entry', async () => {
  await using desktop = await startDesktop()
  await desktop.startKeyring('password')
  await call(desktop, 'keytar', 'setPassword', 'profile', 'first')
  await labelForSuccessor(desktop, 'profile')
  expect(await call(desktop, 'successor', 'getPassword', 'profile')).toBe('first')
  expect(await call(desktop, 'keytar', 'getPassword', 'profile')).toBe('first')
  await call(desktop, 'successor', 'setPassword', 'profile', 'second')
  expect(await call(desktop, 'keytar', 'getPassword', 'profile')).toBe('second')
  expect(await call(desktop, 'successor', 'deletePassword', 'profile')).toBe(true)
  expect(await call(desktop, 'keytar', 'getPassword', 'profile')).toBeNull()
})

test('a keychain entry moves over by copying, reading back and erasing', async () => {
  await using desktop = await startDesktop()
  await desktop.startKeyring('password')
  await call(desktop, 'keytar', 'setPassword', 'profile', 'token')
  const old = (await call(desktop, 'keytar', 'getPassword', 'profile')) as string
  await call(desktop, 'successor', 'setPassword', 'profile', old)
  expect(await call(desktop, 'successor', 'getPassword', 'profile')).toBe(old)
  expect(await call(desktop, 'keytar', 'deletePassword', 'profile')).toBe(true)
  expect(await call(desktop, 'keytar', 'getPassword', 'profile')).toBeNull()
  expect(await call(desktop, 'successor', 'getPassword', 'profile')).toBe(old)
})

test('on a locked keyring keytar reports no entry, while its successor fails', async () => {
  await using desktop = await startDesktop()
  const keyring = await desktop.startKeyring('password')
  await call(desktop, 'keytar', 'setPassword', 'old', 'token')
  await call(desktop, 'successor', 'setPassword', 'new', 'token')
  await keyring.lock()
  expect(await call(desktop, 'keytar', 'getPassword', 'old')).toBeNull()
  await expect(call(desktop, 'successor', 'getPassword', 'new')).rejects.toThrow()
})

test("without a keychain service keytar's successor fails if bound to it; otherwise it would use the kernel keyring", async () => {
  await using desktop = await startDesktop()
  const script = `const { Entry } = require(process.argv[1])
    new Entry('${service}', 'profile', { linux: { store: 'secret-service' } }).setPassword('token')`
  const index = libraries.successor.replace('keytar.js', 'index.js')
  const stored = run(process.execPath, ['-e', script, index], { env: desktop.env })
  await expect(stored).rejects.toThrow(/org\.freedesktop\.secrets was not provided/)
})

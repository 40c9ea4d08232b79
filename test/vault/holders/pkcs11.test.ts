import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as plain } from 'vitest'
import { holderAt } from '../../../server/vault/holders/holders.ts'
import { endModuleProcesses } from '../../../server/vault/holders/pkcs11/module-process.ts'
import { KeyError } from '../../../server/vault/key-encryption-key.ts'
import { parseKeyUri } from '../../../server/vault/key-uri.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { createToken, missingSofthsm, moduleProcessIds, softhsmModule, type Token } from './softhsm.ts'

const preload = new URL('module-calls-preload.ts', import.meta.url).href

type Scene = {
  readonly folder: string
  readonly token: Token
  /** How often the module was called by a name. */
  calls(name: string): number
}

/** A token with one key, and the calls that its module gets. */
const test = plain.extend<{ scene: Scene }>({
  scene: async ({ skip }, use) => {
    skip(missingSofthsm() !== null, missingSofthsm() ?? undefined)
    await using folder = await temporaryFolder()
    const options = process.env.NODE_OPTIONS
    process.env.NODE_OPTIONS = [options, `--import=${preload}`].filter(Boolean).join(' ')
    process.env.MODULE_CALLS = folder.path
    try {
      using token = createToken(folder.path)
      token.makeKey({ label: 'kek', id: '0a' })
      const calls = (name: string) =>
        readFileSync(join(folder.path, 'calls'), 'utf8')
          .split('\n')
          .filter((line) => line === name).length
      await use({ folder: folder.path, token, calls })
    } finally {
      endModuleProcesses()
      delete process.env.MODULE_CALLS
      if (options === undefined) delete process.env.NODE_OPTIONS
      else process.env.NODE_OPTIONS = options
    }
  },
})

const keyAt = async (uri: string) => (await holderAt(parseKeyUri(uri))).newest()

async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'none'
  } catch (error) {
    if (!(error instanceof KeyError)) throw error
    return `${error.cause}: ${error.message}`
  }
}

test('a wrong PIN is tried once, and the right one as soon as it is in its file', async ({ scene }) => {
  const { token, calls } = scene
  writeFileSync(token.pinFile, 'wrong-pin')
  const uri = token.uriOf('object=kek')
  expect(await problemOf(keyAt(uri))).toMatch(/^denied: token desk does not accept the PIN/)
  for (const _ of [1, 2, 3]) expect(await problemOf(keyAt(uri))).toMatch(/^denied: token desk refused the PIN before/)
  expect(calls('C_Login'), 'the token counted one').toBe(1)
  moduleProcessIds().forEach((pid) => void process.kill(pid, 'SIGKILL'))
  await expect.poll(() => problemOf(keyAt(uri))).toMatch(/refused the PIN before/)
  expect(calls('C_Initialize'), 'in a new process of the module').toBe(2)
  expect(calls('C_Login')).toBe(1)
  writeFileSync(token.pinFile, token.pin)
  expect(await problemOf(keyAt(uri)), 'control').toBe('none')
  expect(calls('C_Login'), 'control').toBe(2)
})

test('the last try before a token locks itself is left to a person', async ({ scene }) => {
  const { folder, token, calls } = scene
  writeFileSync(join(folder, 'final-try'), '')
  const uri = token.uriOf('object=kek')
  expect(await problemOf(keyAt(uri))).toMatch(/^denied: token desk has one try left for its PIN/)
  expect(calls('C_Login')).toBe(0)
  rmSync(join(folder, 'final-try'))
  expect(await problemOf(keyAt(uri)), 'control').toBe('none')
})

test('a token that lost its sessions is asked again, in the same process', async ({ scene }) => {
  const { folder, token, calls } = scene
  const key = await keyAt(token.uriOf('object=kek'))
  const plainKey = Buffer.alloc(32, 7)
  await key.wrap(plainKey, 'place')
  expect(calls('C_Login')).toBe(1)
  writeFileSync(join(folder, 'lose-sessions'), '')
  expect((await key.unwrap(await key.wrap(plainKey, 'place'), 'place')).equals(plainKey)).toBe(true)
  expect(calls('C_Login')).toBe(2)
  expect(calls('C_Initialize')).toBe(1)
})

test('one process runs a module for all its keys; another takes its place where it crashes', async ({ scene }) => {
  const { token, calls } = scene
  token.makeKey({ label: 'other' })
  const key = await keyAt(token.uriOf('object=kek'))
  const other = await keyAt(token.uriOf('object=other'))
  const wrapped = await key.wrap(Buffer.alloc(32, 7), 'place')
  await expect(other.unwrap(wrapped, 'place')).rejects.not.toBeInstanceOf(KeyError)
  expect({ initialized: calls('C_Initialize'), logins: calls('C_Login') }).toEqual({ initialized: 1, logins: 1 })
  const [pid, ...more] = moduleProcessIds()
  expect(more).toEqual([])
  process.kill(pid as number, 'SIGSEGV')
  await expect.poll(() => problemOf(key.unwrap(wrapped, 'place'))).toBe('none')
  expect(calls('C_Initialize')).toBe(2)
})

test('the PIN is in no argument and no variable of the process, and in no error', async ({ scene }) => {
  const { token } = scene
  await keyAt(token.uriOf('object=kek'))
  const [pid] = moduleProcessIds()
  const shown = ['cmdline', 'environ'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'))
  expect(shown[0], 'control').toContain(softhsmModule)
  expect(shown.filter((text) => text.includes(token.pin))).toEqual([])
  endModuleProcesses()
  chmodSync(token.pinFile, 0o644)
  const open = await problemOf(keyAt(token.uriOf('object=kek')))
  expect(open).toMatch(/^denied: .* is not private$/)
  chmodSync(token.pinFile, 0o600)
  token.deleteKeys('kek')
  expect(`${open} ${await problemOf(keyAt(token.uriOf('object=kek')))}`).not.toContain(token.pin)
})

test('a key is used only where it is the one that is named, and cannot leave its token', async ({ scene }) => {
  const { token } = scene
  token.makeKey({ label: 'copyable', isExtractable: true })
  token.makeKey({ label: 'kek', id: '0b' })
  const found = (named: string) => problemOf(keyAt(token.uriOf(named)))
  expect(await found('object=copyable')).toBe('disabled: key copyable of token desk can be copied out of its token')
  expect(await found('object=kek')).toBe('missing: two objects match key kek of token desk')
  expect(await found('object=nothing')).toBe('missing: key nothing of token desk is not there')
  expect(await found('object=kek;id=%0B'), 'control').toBe('none')
  expect((await keyAt(token.uriOf('id=%0b;type=secret-key;object=kek'))).id).toBe('pkcs11:token=desk;object=kek;id=%0b')
  expect(await found('object=kek;id=%0B;model=SoftHSM%20v2')).toBe('none')
  expect(await found('object=kek;id=%0B;model=another')).toBe('unreachable: token desk is not there')
  expect(await found('object=kek;id=%0B;slot-id=0')).toBe('unreachable: token desk is not there')
})

test('a file that is no module is named, with what to check', async ({ scene }) => {
  const { token } = scene
  const uri = token.uriOf('object=kek').replace(softhsmModule, token.pinFile)
  await expect(keyAt(uri)).rejects.toMatchObject({
    cause: 'unreachable',
    message: expect.stringContaining(`${token.pinFile} cannot be loaded`),
    nextStep: 'Check module-path, and that the module finds its configuration.',
  })
})

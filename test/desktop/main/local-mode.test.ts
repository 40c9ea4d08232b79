import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forkOf } from '../../../desktop/main/local/child.ts'
import { createMemoryVault } from '../../../desktop/main/tokens/token-vault.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { bundleForTests } from '../local/bundle.ts'
import { forkWithNode } from '../local/fork-with-node.ts'
import { codeOf, openWindowlessConsole, valueIn } from './windowless-console.ts'

const bundle = bundleForTests()
const startReal = { do: 'start', withDemo: false } as const

/** A desk on a folder and with a keychain that outlive it. */
async function machine() {
  const folder = await temporaryFolder()
  const keychain = createMemoryVault()
  const open = () =>
    openWindowlessConsole({ userData: folder.path, keychain, fork: forkOf(forkWithNode, bundle.entry) })
  return { path: folder.path, open, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] }
}

test('the console starts the local server, signs in, stops it on exit and is signed in at the next start', async () => {
  await using here = await machine()
  const first = await here.open()
  valueIn(await first.ask('local', startReal))
  const { activeProfileId, local } = await first.state()
  expect(local.status).toBe('running')
  const call = { profileId: activeProfileId, path: 'custodians.list' } as const
  expect(codeOf(await first.ask('call', call))).toBe(null)
  await first[Symbol.asyncDispose]()
  await expect(fetch(`${local.url}/livez`)).rejects.toThrow('fetch failed')
  await using second = await here.open()
  expect(codeOf(await second.ask('call', call))).toBe(null)
})

test('a removed profile of the running local server is created again on request', async () => {
  await using here = await machine()
  await using desk = await here.open()
  await desk.ask('local', startReal)
  const { activeProfileId: id } = await desk.state()
  valueIn(await desk.ask('profile', { do: 'remove', id: id ?? '' }))
  valueIn(await desk.ask('local', startReal))
  expect(await desk.state()).toMatchObject({ activeProfileId: id, profiles: [{ id, isSignedIn: true }] })
  expect(codeOf(await desk.ask('call', { profileId: id, path: 'session.whoAmI' }))).toBe(null)
})

test('the last backup of each data folder is remembered and can be shown after a restart', async () => {
  await using here = await machine()
  const first = await here.open()
  await first.ask('local', startReal)
  const target = join(here.path, 'kept.tar')
  first.dialogs.pickTarget = async () => target
  valueIn(await first.ask('local', { do: 'back-up' }))
  const { lastBackup } = (await first.state()).local
  expect(lastBackup).toEqual({ file: target, at: expect.any(String) })
  await first[Symbol.asyncDispose]()

  await using second = await here.open()
  await second.ask('call', { profileId: (await second.state()).activeProfileId, path: 'session.whoAmI' })
  expect((await second.state()).local.lastBackup).toEqual(lastBackup)
  const revealed: string[] = []
  second.dialogs.reveal = (file) => revealed.push(file)
  await second.ask('local', { do: 'reveal', what: 'backup' })
  expect(revealed).toEqual([target])
  await second.ask('local', { do: 'start', withDemo: true })
  expect((await second.state()).local.lastBackup).toBe(null)
})

test('a console that exits deletes its unfinished backup', async () => {
  await using here = await machine()
  const desk = await here.open()
  await desk.ask('local', { do: 'start', withDemo: true })
  desk.dialogs.pickTarget = async () => join(here.path, 'half.tar')
  const backingUp = desk.ask('local', { do: 'back-up' })
  await expect.poll(() => readdirSync(here.path).join(), { interval: 1 }).toContain('half.tar')
  expect((await desk.state()).local.task).toBe('back-up')
  await desk[Symbol.asyncDispose]()
  await backingUp
  expect(readdirSync(here.path).join()).not.toContain('.making')
})

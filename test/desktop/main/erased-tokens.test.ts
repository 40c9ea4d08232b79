import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keychainProblem } from '../../../desktop/main/tokens/keychain-problems.ts'
import { createMemoryVault, type TokenVault } from '../../../desktop/main/tokens/token-vault.ts'
import { err } from '../../../shared/result.ts'
import { startTestServer } from '../../harness/server.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { codeOf, openWindowlessConsole, profileAt, valueIn } from './windowless-console.ts'

const whoAmI = (profileId: string) => ({ profileId, path: 'session.whoAmI' }) as const

/** A keychain that outlives consoles, as the one of the system does, and can be made not to work. */
function keychainOfTheSystem() {
  const entries = createMemoryVault()
  let works = true
  const ask = <Answered>(work: () => Promise<Answered>) => (works ? work() : err(keychainProblem('KeychainLocked')))
  const vault: TokenVault = {
    read: async (id) => ask(() => entries.read(id)),
    write: async (id, token) => ask(() => entries.write(id, token)),
    erase: async (id) => ask(() => entries.erase(id)),
    probe: async () => ask(() => entries.probe()),
  }
  return {
    vault,
    become: (state: 'working' | 'broken') => {
      works = state === 'working'
    },
  }
}

/** A console that is signed in, whose keychain then stops working. */
async function signedIn(url: string, token: string) {
  const folder = await temporaryFolder()
  const keychain = keychainOfTheSystem()
  const userData = join(folder.path, 'user')
  const desk = await openWindowlessConsole({ urls: [url], userData, keychain: keychain.vault })
  const [id = ''] = desk.ids
  valueIn(await desk.signIn(id, token))
  keychain.become('broken')
  const restart = async () => {
    await desk[Symbol.asyncDispose]()
    return openWindowlessConsole({ userData, keychain: keychain.vault })
  }
  return { desk, id, keychain, restart, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] }
}

test('a sign-out while the keychain fails still holds at the next start', async () => {
  await using server = await startTestServer()
  await using here = await signedIn(server.url, await server.token())
  expect(codeOf(await here.desk.ask('signOut', { profileId: here.id }))).toBe(null)
  expect((await here.desk.state()).keychain.unerased).toEqual([here.id])
  here.keychain.become('working')
  await using again = await here.restart()
  expect((await again.state()).profiles).toMatchObject([{ isSignedIn: false }])
  expect((await again.state()).keychain.unerased).toEqual([])
  expect(codeOf(await again.ask('call', whoAmI(here.id)))).toBe('SignedOut')
  expect(await here.keychain.vault.read(here.id)).toEqual({ ok: true, value: null })
})

test('a token that the keychain could not erase is never sent to the new server of its profile', async () => {
  await using server = await startTestServer()
  await using other = await startTestServer()
  await using here = await signedIn(server.url, await server.token())
  valueIn(await here.desk.ask('profile', { do: 'save', profile: { ...profileAt(other.url), id: here.id } }))
  here.keychain.become('working')
  await using again = await here.restart()
  expect(codeOf(await again.ask('call', whoAmI(here.id)))).toBe('SignedOut')
})

test('a token still to be erased is not used when the keychain recovers after the next start', async () => {
  await using server = await startTestServer()
  await using here = await signedIn(server.url, await server.token())
  await here.desk.ask('signOut', { profileId: here.id })
  await using again = await here.restart()
  here.keychain.become('working')
  await again.ask('state', { recheck: 'keychain' })
  expect(codeOf(await again.ask('call', whoAmI(here.id)))).toBe('SignedOut')
})

test('a new sign-in keeps its token, even when an older one was to be erased', async () => {
  await using server = await startTestServer()
  await using here = await signedIn(server.url, await server.token())
  await here.desk.ask('signOut', { profileId: here.id })
  here.keychain.become('working')
  await here.desk.ask('state', { recheck: 'keychain' })
  valueIn(await here.desk.signIn(here.id, await server.token({ name: 'the new one' })))
  await using again = await here.restart()
  expect(valueIn(await again.ask('call', whoAmI(here.id)))).toMatchObject({ output: { tokenName: 'the new one' } })
})

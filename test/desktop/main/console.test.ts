import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keychainProblem } from '../../../desktop/main/tokens/keychain-problems.ts'
import { createMemoryVault, type TokenVault } from '../../../desktop/main/tokens/token-vault.ts'
import { mintToken } from '../../../server/access/token-text.ts'
import { err } from '../../../shared/result.ts'
import { Secret } from '../../../shared/secret.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { codeOf, openWindowlessConsole, profileAt, valueIn } from './windowless-console.ts'

const whoAmI = (profileId: string | null) => ({ profileId, path: 'session.whoAmI' }) as const

test('signing in takes the copied token off the clipboard and leaves it in no file and no state', async () => {
  await using server = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [server.url] })
  const [id = ''] = desk.ids
  const token = await server.token({ name: 'morning desk' })
  expect(valueIn(await desk.signIn(id, token))).toMatchObject({ tokenName: 'morning desk' })
  expect(desk.clipboard.text).toBe('')
  expect((await desk.state()).profiles).toMatchObject([{ id, isSignedIn: true }])
  expect(JSON.stringify(desk.states) + readFileSync(join(desk.userData, 'console.json'), 'utf8')).not.toContain(token)
  expect(valueIn(await desk.ask('call', whoAmI(id)))).toMatchObject({ output: { tokenName: 'morning desk' } })
})

test('a token that the server rejects is not stored and stays on the clipboard', async () => {
  await using server = await startTestServer()
  await using other = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [server.url] })
  const [id = ''] = desk.ids
  const token = await other.token()
  expect(codeOf(await desk.signIn(id, token))).toBe('Unauthenticated')
  expect(desk.clipboard.text).toBe(token)
  expect(codeOf(await desk.ask('call', whoAmI(id)))).toBe('SignedOut')
})

test('a locked console answers no call, and the token unlocks it', async () => {
  await using server = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [server.url] })
  const [id = ''] = desk.ids
  const token = await server.token()
  await desk.signIn(id, token)
  await desk.ask('lock', { do: 'lock' })
  expect(desk.states.at(-1)?.lock).toMatchObject({ isLocked: true, reason: 'asked' })
  expect(codeOf(await desk.ask('call', whoAmI(id)))).toBe('Locked')
  desk.clipboard.text = token
  expect(codeOf(await desk.ask('lock', { do: 'unlock-with', source: 'clipboard' }))).toBe(null)
  expect(desk.clipboard.text).toBe('')
  expect(codeOf(await desk.ask('call', whoAmI(id)))).toBe(null)
})

test('a wallet listing opened with one token cannot be continued with another', async () => {
  await using server = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [server.url] })
  const [profileId = ''] = desk.ids
  await desk.signIn(profileId, await server.token({ name: 'first' }))
  const request = { tenantId: tenants.first, custodianId: custodians.copper, onlyActive: true }
  const { listingId } = valueIn(await desk.ask('wallets', { profileId, request }))
  const readOn = () => desk.ask('wallets', { profileId, request: { listingId, from: 0 } })
  expect(codeOf(await readOn())).toBe(null)
  valueIn(await desk.signIn(profileId, await server.token({ name: 'lesser', permissions: ['custodians:read'] })))
  expect(codeOf(await readOn())).toBe('ListingGone')
})

test('erasing the keychain entry of a forgotten passphrase removes only the passphrase', async () => {
  await using server = await startTestServer()
  const keychain = createMemoryVault()
  await using desk = await openWindowlessConsole({ urls: [server.url], keychain })
  const [id = ''] = desk.ids
  await desk.signIn(id, await server.token({ name: 'Ada' }))
  valueIn(await desk.ask('lock', { do: 'set-passphrase', passphrase: 'a forgotten passphrase' }))
  await using locked = await openWindowlessConsole({ userData: desk.userData, keychain })
  expect((await locked.state()).lock).toMatchObject({ isLocked: true, hasPassphrase: true })
  await keychain.erase('lock') // the name that the guide for offline machines gives
  await using open = await openWindowlessConsole({ userData: desk.userData, keychain })
  expect((await open.state()).lock).toMatchObject({ isLocked: false, hasPassphrase: false })
  expect(valueIn(await open.ask('call', whoAmI(id)))).toMatchObject({ output: { tokenName: 'Ada' } })
})

test('a call goes to the server that the page shows, with the token of that server', async () => {
  await using first = await startTestServer()
  await using second = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [first.url, second.url] })
  const [one = '', other = ''] = desk.ids
  await desk.signIn(one, await first.token({ name: 'at the first' }))
  await desk.signIn(other, await second.token({ name: 'at the second' }))
  await desk.ask('profile', { do: 'select', id: other })
  expect(valueIn(await desk.ask('call', whoAmI(one)))).toMatchObject({ output: { tokenName: 'at the first' } })
  expect(valueIn(await desk.ask('call', whoAmI(other)))).toMatchObject({ output: { tokenName: 'at the second' } })
  expect(codeOf(await desk.ask('call', whoAmI(null)))).toBe('NoSuchProfile')
})

test('after sign-out no call is possible, and the console needs no token to unlock', async () => {
  await using server = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [server.url] })
  const [id = ''] = desk.ids
  await desk.signIn(id, await server.token())
  await desk.ask('lock', { do: 'lock' })
  expect(codeOf(await desk.ask('signOut', { profileId: id }))).toBe(null)
  expect(await desk.state()).toMatchObject({ lock: { isLocked: false }, profiles: [{ isSignedIn: false }] })
  expect(codeOf(await desk.ask('call', whoAmI(id)))).toBe('SignedOut')
})

test('signing out of one of two servers does not unlock the console', async () => {
  await using server = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [server.url, 'https://other.test'] })
  const [id = '', other = ''] = desk.ids
  await desk.signIn(id, await server.token())
  await desk.ask('lock', { do: 'lock' })
  await desk.ask('signOut', { profileId: other })
  expect(desk.states.at(-1)?.lock.isLocked).toBe(true)
})

test('a profile whose address changes loses its token', async () => {
  await using server = await startTestServer()
  await using other = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [server.url] })
  const [id = ''] = desk.ids
  await desk.signIn(id, await server.token())
  await desk.ask('profile', { do: 'save', profile: { ...profileAt(other.url), id } })
  expect(codeOf(await desk.ask('call', whoAmI(id)))).toBe('SignedOut')
  expect((await desk.state()).profiles).toMatchObject([{ url: other.url, isSignedIn: false }])
})

test('a token is not stored when the address of its profile changes during sign-in', async () => {
  await using server = await startTestServer()
  await using other = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [server.url] })
  const [id = ''] = desk.ids
  const file = join(desk.userData, 'token.txt')
  writeFileSync(file, await server.token())
  desk.dialogs.pickFile = async () => {
    await desk.ask('profile', { do: 'save', profile: { ...profileAt(other.url), id } })
    return file
  }
  expect(codeOf(await desk.ask('signIn', { profileId: id, source: 'file' }))).toBe('ProfileChanged')
  expect(codeOf(await desk.ask('call', whoAmI(id)))).toBe('SignedOut')
})

test('the profile of the local server keeps its token and address when an open form is saved', async () => {
  const keychain = createMemoryVault()
  const local = { ...profileAt('http://127.0.0.1:4001'), kind: 'local' } as const
  await keychain.write(local.id, new Secret(mintToken()))
  await using desk = await openWindowlessConsole({ urls: ['https://desk.test'], profiles: [local], keychain })
  const { kind: _, ...form } = { ...local, name: 'Here', url: 'http://127.0.0.1:3999' }
  await desk.ask('profile', { do: 'save', profile: form })
  const saved = (await desk.state()).profiles.find(({ id }) => id === local.id)
  expect(saved).toMatchObject({ name: 'Here', url: 'http://127.0.0.1:4001', isSignedIn: true })
})

test('signing out does not unlock while the keychain cannot say whether another token is left', async () => {
  const other = { ...profileAt('https://other.test'), kind: 'server' } as const
  const kept = createMemoryVault()
  const read: typeof kept.read = async (profileId) =>
    profileId === other.id ? err(keychainProblem('KeychainLocked')) : kept.read(profileId)
  await using desk = await openWindowlessConsole({
    urls: ['https://desk.test'],
    profiles: [other],
    keychain: { ...kept, read },
  })
  const [id = ''] = desk.ids
  await desk.ask('lock', { do: 'lock' })
  expect(codeOf(await desk.ask('signOut', { profileId: id }))).toBe(null)
  expect(desk.states.at(-1)?.lock.isLocked).toBe(true)
})

test('an unknown profile cannot be signed out', async () => {
  await using desk = await openWindowlessConsole()
  expect(codeOf(await desk.ask('signOut', { profileId: randomUUID() }))).toBe('NoSuchProfile')
})

test('while the keychain does not answer the state is locked with the reason, and unlocks once it answers', async () => {
  const probed = Promise.withResolvers<Awaited<ReturnType<TokenVault['probe']>>>()
  await using desk = await openWindowlessConsole({
    urls: ['https://desk.test'],
    keychain: { ...createMemoryVault(), probe: () => probed.promise },
  })
  expect((await desk.state()).lock).toMatchObject({ isLocked: true, reason: 'keychain' })
  expect(codeOf(await desk.ask('call', whoAmI(desk.ids[0] ?? '')))).toBe('Locked')
  probed.resolve(err(keychainProblem('KeychainSilent')))
  await expect.poll(() => desk.states.at(-1)?.lock).toMatchObject({ isLocked: false, reason: null })
  expect(desk.states.at(-1)?.keychain).toMatchObject({ backend: 'memory', problem: { code: 'KeychainSilent' } })
})

test('a file dialog that is open when the console locks selects nothing', async () => {
  await using desk = await openWindowlessConsole()
  const file = join(desk.userData, '..', 'reserves.csv')
  desk.dialogs.pickTarget = async () => {
    await desk.ask('lock', { do: 'lock' })
    return file
  }
  expect(codeOf(await desk.ask('save', { name: 'reserves.csv', text: 'a,b' }))).toBe('LockedMeanwhile')
  expect(existsSync(file)).toBe(false)
})

test('a change is in flight until its server has answered, and closing asks until then', async () => {
  await using server = await startTestServer()
  await using desk = await openWindowlessConsole({ urls: [server.url] })
  const [id = ''] = desk.ids
  await desk.signIn(id, await server.token())
  const input = {
    tenantId: tenants.first,
    custodianId: custodians.fireblocks,
    ...(await server.credentials('fireblocks')),
  }
  const seen: unknown[] = [desk.console.pendingWork()]
  server.simulator.onRequest(async () => void seen.push(desk.console.pendingWork()))
  expect(codeOf(await desk.ask('call', { profileId: id, path: 'custodians.updateApiKeys', input }))).toBe(null)
  expect([...new Set(seen)]).toEqual([null, 'mutation'])
  expect(desk.console.pendingWork()).toBe(null)
})

test('an unreadable keychain does not lock a console without a token in use', async () => {
  const keychain = { ...createMemoryVault(), probe: async () => err(keychainProblem('KeychainLocked')) }
  const unused = { ...profileAt('https://desk.test'), kind: 'server' } as const
  await using desk = await openWindowlessConsole({ profiles: [unused], keychain })
  await desk.ask('lock', { do: 'lock' })
  expect(codeOf(await desk.ask('lock', { do: 'unlock-with', source: 'button' }))).toBe(null)
})

test('the lock guards the tokens of all servers, even while a server without a token is in use', async () => {
  const keychain = createMemoryVault()
  const token = mintToken()
  const server = { ...profileAt('https://desk.test'), kind: 'server' } as const
  await keychain.write(server.id, new Secret(token))
  await using desk = await openWindowlessConsole({ urls: ['https://other.test'], profiles: [server], keychain })
  await desk.ask('lock', { do: 'lock' })
  expect(codeOf(await desk.ask('lock', { do: 'unlock-with', source: 'button' }))).toBe('NotUnlocked')
  desk.clipboard.text = mintToken()
  expect(codeOf(await desk.ask('lock', { do: 'unlock-with', source: 'clipboard' }))).toBe('NotUnlocked')
  desk.clipboard.text = token
  expect(codeOf(await desk.ask('lock', { do: 'unlock-with', source: 'clipboard' }))).toBe(null)
})

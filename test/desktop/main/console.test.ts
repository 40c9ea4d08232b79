import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestServer } from '../../harness/server.ts'
import { codeOf, openDesk, profileAt, valueIn } from './desk.ts'

const whoAmI = (profileId: string | null) => ({ profileId, path: 'session.whoAmI' }) as const

test('signs in with the copied token, which is then on no clipboard, in no file and in no state', async () => {
  await using server = await startTestServer()
  await using desk = await openDesk({ urls: [server.url] })
  const [id = ''] = desk.ids
  const token = await server.token({ name: 'morning desk' })
  expect(valueIn(await desk.signIn(id, token))).toMatchObject({ tokenName: 'morning desk' })
  expect(desk.clipboard.text).toBe('')
  expect((await desk.state()).profiles).toMatchObject([{ id, isSignedIn: true }])
  expect(JSON.stringify(desk.states) + readFileSync(join(desk.userData, 'console.json'), 'utf8')).not.toContain(token)
  expect(valueIn(await desk.ask('call', whoAmI(id)))).toMatchObject({ tokenName: 'morning desk' })
})

test('a token that its server refuses is not kept and stays where it was copied from', async () => {
  await using server = await startTestServer()
  await using other = await startTestServer()
  await using desk = await openDesk({ urls: [server.url] })
  const [id = ''] = desk.ids
  const token = await other.token()
  expect(codeOf(await desk.signIn(id, token))).toBe('Unauthenticated')
  expect(desk.clipboard.text).toBe(token)
  expect(codeOf(await desk.ask('call', whoAmI(id)))).toBe('SignedOut')
})

test('locked it answers no call; the token opens it again', async () => {
  await using server = await startTestServer()
  await using desk = await openDesk({ urls: [server.url] })
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

test('a call goes to the server that the page shows, with the token of that one', async () => {
  await using first = await startTestServer()
  await using second = await startTestServer()
  await using desk = await openDesk({ urls: [first.url, second.url] })
  const [one = '', other = ''] = desk.ids
  await desk.signIn(one, await first.token({ name: 'at the first' }))
  await desk.signIn(other, await second.token({ name: 'at the second' }))
  await desk.ask('profile', { do: 'select', id: other })
  expect(valueIn(await desk.ask('call', whoAmI(one)))).toMatchObject({ tokenName: 'at the first' })
  expect(valueIn(await desk.ask('call', whoAmI(other)))).toMatchObject({ tokenName: 'at the second' })
  expect(codeOf(await desk.ask('call', whoAmI(null)))).toBe('NoSuchProfile')
})

test('after signing out nothing is left to call with, and the console asks for no token to unlock', async () => {
  await using server = await startTestServer()
  await using desk = await openDesk({ urls: [server.url] })
  const [id = ''] = desk.ids
  await desk.signIn(id, await server.token())
  await desk.ask('lock', { do: 'lock' })
  expect(codeOf(await desk.ask('signOut', { profileId: id }))).toBe(null)
  expect(await desk.state()).toMatchObject({ lock: { isLocked: false }, profiles: [{ isSignedIn: false }] })
  expect(codeOf(await desk.ask('call', whoAmI(id)))).toBe('SignedOut')
})

test('signing out of one of two servers opens no lock', async () => {
  await using server = await startTestServer()
  await using desk = await openDesk({ urls: [server.url, 'https://other.test'] })
  const [id = '', other = ''] = desk.ids
  await desk.signIn(id, await server.token())
  await desk.ask('lock', { do: 'lock' })
  await desk.ask('signOut', { profileId: other })
  expect(desk.states.at(-1)?.lock.isLocked).toBe(true)
})

test('a profile that gets another address loses its token, which was for the old one', async () => {
  await using server = await startTestServer()
  await using other = await startTestServer()
  await using desk = await openDesk({ urls: [server.url] })
  const [id = ''] = desk.ids
  await desk.signIn(id, await server.token())
  await desk.ask('profile', { do: 'save', profile: { ...profileAt(other.url), id } })
  expect(codeOf(await desk.ask('call', whoAmI(id)))).toBe('SignedOut')
  expect((await desk.state()).profiles).toMatchObject([{ url: other.url, isSignedIn: false }])
})

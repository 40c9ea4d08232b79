import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test as base } from '../../harness/fixtures.ts'
import { createAuthority } from '../remote/certificates.ts'
import { codeOf, openWindowlessConsole, profileAt, valueIn, type WindowlessConsole } from './windowless-console.ts'

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
const test = base.extend('authority', { scope: 'file' }, async ({}, { onCleanup }) => {
  const authority = await createAuthority()
  onCleanup(() => authority[Symbol.asyncDispose]())
  return authority
})

const draftWith = (caFile: string | null) => ({ ...profileAt('https://127.0.0.1:9'), id: null, caFile })

const save = (desk: WindowlessConsole, caFile: string | null) =>
  desk.ask('profile', { do: 'save', profile: draftWith(caFile) })

test('a file that was not chosen in a dialog is never opened for the page', async ({ authority }) => {
  await using desk = await openWindowlessConsole()
  for (const file of [authority.caFile, '/dev/zero', '//elsewhere.test/share/ca.pem', '/etc/hostname']) {
    expect(codeOf(await save(desk, file))).toBe('NotAllowed')
    expect(codeOf(await desk.ask('test', draftWith(file)))).toBe('NotAllowed')
  }
  expect((await desk.state()).profiles).toEqual([])
})

test('an authority chosen in a dialog is accepted, and the profile keeps it after a restart', async ({ authority }) => {
  await using desk = await openWindowlessConsole()
  desk.dialogs.pickFile = async () => authority.caFile
  const { caFile } = valueIn(await desk.ask('profile', { do: 'pick-ca' }))
  expect(valueIn(await desk.ask('test', draftWith(caFile)))).toMatchObject({ reports: { length: 6 } })
  const { id } = valueIn(await save(desk, caFile))
  await using again = await openWindowlessConsole({ userData: desk.userData })
  const renamed = { ...draftWith(caFile), id, name: 'Another name' }
  expect(codeOf(await again.ask('profile', { do: 'save', profile: renamed }))).toBe(null)
})

test('a chosen file that is not a certificate is rejected', async ({ authority }) => {
  await using desk = await openWindowlessConsole()
  const file = join(authority.caFile, '..', 'private-key.pem')
  copyFileSync(join(authority.caFile, '..', 'ca.key'), file)
  desk.dialogs.pickFile = async () => file
  expect(codeOf(await desk.ask('profile', { do: 'pick-ca' }))).toBe('NotReadable')
  expect(codeOf(await save(desk, file))).toBe('NotAllowed')
})

test('an endless file is read only up to a limit', async () => {
  await using desk = await openWindowlessConsole()
  desk.dialogs.pickFile = async () => '/dev/zero'
  expect(codeOf(await desk.ask('profile', { do: 'pick-ca' }))).toBe('NotReadable')
})

test.for([
  ['the system’s own authorities', null],
  ['another file', 'other.pem'],
] as const)(
  'a profile that changes to trust %s loses its token, and keeps it when only renamed',
  async ([, other], { authority, server }) => {
    await using desk = await openWindowlessConsole()
    const files = { first: authority.caFile, other: other && join(authority.caFile, '..', other) }
    if (files.other) copyFileSync(files.first, files.other)
    for (const file of Object.values(files)) {
      desk.dialogs.pickFile = async () => file
      if (file) valueIn(await desk.ask('profile', { do: 'pick-ca' }))
    }
    const profile = { ...profileAt(server.url), id: null, caFile: files.first }
    const { id } = valueIn(await desk.ask('profile', { do: 'save', profile }))
    if (!id) throw new Error('The profile has no id.')
    valueIn(await desk.signIn(id, await server.token()))
    const saveAgain = async (change: object) => {
      valueIn(await desk.ask('profile', { do: 'save', profile: { ...profile, id, ...change } }))
      return (await desk.state()).profiles.map(({ isSignedIn }) => isSignedIn)
    }
    expect(await saveAgain({ name: 'Renamed' })).toEqual([true])
    expect(await saveAgain({ caFile: files.other })).toEqual([false])
    expect(codeOf(await desk.ask('call', { profileId: id, path: 'session.whoAmI' }))).toBe('SignedOut')
  },
)

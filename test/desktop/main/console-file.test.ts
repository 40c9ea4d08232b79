import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultSettings } from '../../../desktop/bridge/settings.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { like } from '../harness/words.ts'
import { openWindowlessConsole, profileAt, valueIn } from './windowless-console.ts'

const dark = { ...defaultSettings, colourScheme: 'dark' } as const

test('the settings file is loaded at the next start without a notice', async () => {
  await using folder = await temporaryFolder()
  await using first = await openWindowlessConsole({ userData: folder.path })
  await first.ask('profile', { do: 'save', profile: { ...profileAt('https://desk.test'), id: null } })
  await first.ask('settings', dark)
  await using second = await openWindowlessConsole({ userData: folder.path })
  const { profiles, settings, fileProblem } = await second.state()
  expect(profiles).toMatchObject([{ url: 'https://desk.test' }])
  expect({ settings, fileProblem }).toEqual({ settings: dark, fileProblem: null })
})

test('an unreadable settings file is set aside unchanged, with a notice', async () => {
  await using folder = await temporaryFolder()
  writeFileSync(join(folder.path, 'console.json'), '{"profiles": [tru')
  await using desk = await openWindowlessConsole({ userData: folder.path })
  const { fileProblem, profiles } = await desk.state()
  expect(profiles).toEqual([])
  const aside = readdirSync(folder.path).find((name) => name.startsWith('console.json.unreadable-')) ?? ''
  expect(fileProblem?.message).toContain(join(folder.path, aside))
  await desk.ask('settings', dark)
  expect(readFileSync(join(folder.path, aside), 'utf8')).toBe('{"profiles": [tru')
})

test('the settings file of a newer console is read for its known members', async () => {
  await using folder = await temporaryFolder()
  const id = crypto.randomUUID()
  const profile = { ...profileAt('https://desk.test'), id, kind: 'server', pinned: true }
  const kept = { profiles: [profile], activeProfileId: id, settings: { ...dark, font: 'large' }, more: 1 }
  writeFileSync(join(folder.path, 'console.json'), JSON.stringify(kept))
  await using desk = await openWindowlessConsole({ userData: folder.path })
  expect(await desk.state()).toMatchObject({ profiles: [{ id }], settings: dark, fileProblem: null })
})

test('a settings file that cannot be set aside is not overwritten: changes last for the session, with a notice', async () => {
  await using folder = await temporaryFolder()
  const userData = join(folder.path, 'user')
  writeFileSync(userData, 'a file where the folder should be')
  await using desk = await openWindowlessConsole({ userData })
  valueIn(await desk.ask('settings', dark))
  const { settings, fileProblem } = await desk.state()
  expect(settings).toEqual(dark)
  expect(fileProblem?.message).toMatch(like('system:settingsFile.unreadable.message', { reason: /E[A-Z]+/ }))
  expect(readFileSync(userData, 'utf8')).toBe('a file where the folder should be')
})

test('a change that could not be saved is saved with the next one', async () => {
  await using folder = await temporaryFolder()
  const userData = join(folder.path, 'user')
  await using desk = await openWindowlessConsole({ userData })
  writeFileSync(userData, 'in the way')
  await desk.ask('profile', { do: 'save', profile: { ...profileAt('https://desk.test'), id: null } })
  expect((await desk.state()).fileProblem?.message).toMatch(like('system:settingsFile.unwritable.message'))
  rmSync(userData)
  mkdirSync(userData)
  await desk.ask('settings', dark)
  expect((await desk.state()).fileProblem).toBe(null)
  const written = JSON.parse(readFileSync(join(userData, 'console.json'), 'utf8'))
  expect(written).toMatchObject({ profiles: [{ url: 'https://desk.test' }], settings: dark })
  expect(readdirSync(userData)).toEqual(['console.json'])
})

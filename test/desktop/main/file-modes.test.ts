import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { forkOf } from '../../../desktop/main/local/child.ts'
import { bundleForTests } from '../local/bundle.ts'
import { forkWithNode } from '../local/fork-with-node.ts'
import { openWindowlessConsole, profileAt, valueIn } from './windowless-console.ts'

const bundle = bundleForTests()

const modesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (name) => [name, statSync(join(folder, name)).mode & 0o777] as const,
  )
const openToOthers = (folder: string) => modesIn(folder).filter(([, mode]) => (mode & 0o077) !== 0)

test('no file of the console or the local server is readable by other users', async () => {
  const before = process.umask(0o022)
  const above = mkdtempSync(join(tmpdir(), 'strongroom-modes-'))
  onTestFinished(() => {
    process.umask(before)
    rmSync(above, { recursive: true })
  })
  const userData = join(above, 'user')
  await using desk = await openWindowlessConsole({ userData, fork: forkOf(forkWithNode, bundle.entry) })
  valueIn(await desk.ask('profile', { do: 'save', profile: { ...profileAt('https://desk.test'), id: null } }))
  for (const withDemo of [true, false]) valueIn(await desk.ask('local', { do: 'start', withDemo }))
  desk.dialogs.pickTarget = async () => join(userData, 'kept.tar')
  valueIn(await desk.ask('local', { do: 'back-up' }))
  expect(modesIn(userData).map(([name]) => name)).toEqual(
    expect.arrayContaining(['console.json', 'kept.tar', join('local', 'strongroom.db'), join('local-key', 'kek')]),
  )
  expect(openToOthers(above)).toEqual([])
  writeFileSync(join(above, 'control'), 'text')
  expect(openToOthers(above)).toEqual([['control', 0o644]])
})

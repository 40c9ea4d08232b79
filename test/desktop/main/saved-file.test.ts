import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeOf, openWindowlessConsole, valueIn, type WindowlessConsole } from './windowless-console.ts'

/** A folder in which an export is asked for, and the file that is chosen for it. */
function chosen(desk: WindowlessConsole) {
  const folder = join(desk.userData, '..', 'exports')
  mkdirSync(folder)
  const file = join(folder, 'reserves.csv')
  desk.dialogs.pickTarget = async () => file
  return { folder, file }
}

const save = (desk: WindowlessConsole, text: string) => desk.ask('save', { name: 'reserves.csv', text })
const modeOf = (file: string) => statSync(file).mode & 0o777

test('an export is readable only by its owner, even when it replaces a readable file', async () => {
  await using desk = await openWindowlessConsole()
  const { folder, file } = chosen(desk)
  valueIn(await save(desk, 'first'))
  expect(modeOf(file)).toBe(0o600)
  chmodSync(file, 0o644)
  valueIn(await save(desk, 'second'))
  expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['second', 0o600])
  expect(readdirSync(folder)).toEqual(['reserves.csv'])
})

test('an export that cannot be written leaves no partial file', async () => {
  await using desk = await openWindowlessConsole()
  const { folder, file } = chosen(desk)
  mkdirSync(file)
  expect(codeOf(await save(desk, 'text'))).toBe('NotWritten')
  expect(readdirSync(folder)).toEqual(['reserves.csv'])
})

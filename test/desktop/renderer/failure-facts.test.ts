import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failureCodes } from '../../../shared/failure.ts'

const renderer = join(import.meta.dirname, '..', '..', '..', 'desktop', 'renderer')

/** The headings of failures are chosen by code; nothing else may be. */
const headings = [join('screens', 'rotate', 'outcome', 'cause.ts'), 'words']

const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !headings.some((heading) => name.startsWith(heading)))
  .map((name) => ({ name, text: readFileSync(join(renderer, name), 'utf8') }))

const codesIn = (text: string) =>
  Object.keys(failureCodes).filter((code) => new RegExp(`['"]?\\b${code}\\b`).test(text))
const readsInfo = (text: string) =>
  /\binfo\b[^\n]*\.(match|test|exec|startsWith|includes)\(|\.(exec|test)\([^\n)]*\binfo\b/.test(text)

test('no part of the console lists failure codes to decide by', () => {
  const listing = sources.filter(({ text }) => codesIn(text).length > 3).map(({ name }) => name)
  expect(sources.length).toBeGreaterThan(100)
  expect(listing).toEqual([])
  expect(codesIn(`new Set(['NotFound', 'Forbidden', 'NotReady', 'Unauthenticated'])`), 'the control').toHaveLength(4)
})

test('no part of the console reads facts out of the detail lines of a failure', () => {
  expect(sources.filter(({ text }) => readsInfo(text)).map(({ name }) => name)).toEqual([])
  expect(readsInfo(`/reason=(.*)/.exec(failure.info[0] ?? '')`), 'the control').toBe(true)
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Answer } from '../../scripts/asvs/answer.ts'
import { chapters } from '../../scripts/asvs/chapters.ts'
import { level1, level2 } from '../../scripts/asvs/requirement-ids.ts'
import { root } from './pages.ts'

const answers: readonly (readonly [string, Answer])[] = chapters.flatMap((chapter) => Object.entries(chapter.answers))
const wanted = [...level1, ...level2]

test('every requirement of levels 1 and 2 is answered exactly once, in its chapter', () => {
  expect([level1.length, level2.length]).toEqual([70, 183])
  expect(answers.map(([id]) => id).sort()).toEqual(wanted.toSorted())
  for (const [index, chapter] of chapters.entries())
    for (const id of Object.keys(chapter.answers)) expect(id.split('.')[0]).toBe(`${index + 1}`)
})

test('the page has each of them in one row of its chapter', () => {
  const [, ...sections] = readFileSync(join(root, 'docs/asvs.md'), 'utf8').split(/\n## V\d+ /)
  expect(sections).toHaveLength(chapters.length)
  for (const id of wanted) {
    const rowsIn = (section: string) => section.split(`\n| v5.0.0-${id} (`).length - 1
    const expected = sections.map((_, index) => (id.startsWith(`${index + 1}.`) ? 1 : 0))
    expect(sections.map(rowsIn), id).toEqual(expected)
  }
})

const filesOf = ({ where = [], tests = {} }: Answer) => [...where, ...Object.keys(tests)]
const isDocument = (name: string) => name.endsWith('.md')

test.each(answers)('%s gives a reason and its evidence', (_, answer) => {
  expect(answer.asks).toMatch(/^\S.*\.$/)
  expect(answer.how).toMatch(/^\S.*[.;]$/)
  expect(filesOf(answer).filter((name) => !existsSync(join(root, name)))).toEqual([])
  if (answer.status !== 'met') return
  expect(answer.where?.length ?? Object.keys(answer.tests ?? {}).length).toBeGreaterThan(0)
  const isShown = Object.keys(answer.tests ?? {}).length > 0 || answer.where?.some(isDocument)
  expect(isShown, 'no test shows it, and it is not a page').toBe(true)
})

/** Whether a test file has that title, as a text or as the first cell of a table row. */
const hasTitle = (source: string, title: string) =>
  [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``].some((text) => source.includes(text))

test.each(answers.filter(([, { tests }]) => tests))('the tests cited by %s exist', (_, { tests = {} }) => {
  for (const [file, titles] of Object.entries(tests)) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const title of [titles].flat()) expect(hasTitle(source, title), `${file}: ${title}`).toBe(true)
  }
})

test('a missing title is noticed (control)', () => {
  const source = readFileSync(join(root, 'test/docs/asvs.test.ts'), 'utf8')
  expect(hasTitle(source, 'a missing title is noticed (control)')).toBe(true)
  expect(hasTitle(source, ['a title', 'of no test'].join(' '))).toBe(false)
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isKnownRemark, isRunnable, missingFor, otherTestOf, reasonNotRun, runPage } from './page-script.ts'
import { pageNames, readPage, root } from './pages.ts'

const pages = pageNames.filter((name) => name === 'README.md' || name.startsWith('docs/')).map(readPage)
const blocks = pages.flatMap((page) => page.blocks.map((block) => ({ ...block, where: `${page.name}:${block.line}` })))

const languages = 'sh text json csv ini yaml nginx caddy sql python ts js go'.split(' ')

test('each code block states its language; commands are sh and run, anything else is text', () => {
  expect(blocks.filter(({ language }) => !languages.includes(language)).map(({ where }) => where)).toEqual([])
})

const isIndentedCode = (line: string, before = '') => /^ {4}\S/.test(line) && before.trim() === ''

test('no code block is hidden from this test by being indented instead of fenced', () => {
  const indented = pages.flatMap(({ name, prose }) =>
    prose.flatMap((line, index) => (isIndentedCode(line, prose[index - 1]) ? [`${name}:${index + 1}`] : [])),
  )
  expect(indented).toEqual([])
})

test('each comment above a code block is a known one', () => {
  const unknown = blocks.flatMap(({ where, remarks }) =>
    remarks.filter((remark) => !isKnownRemark(remark)).map((remark) => `${where}: ${remark}`),
  )
  expect(unknown).toEqual([])
  const others = blocks.flatMap((block) => otherTestOf(block) ?? [])
  expect(others.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('each code block that is not run gives a reason', () => {
  const notRun = blocks.filter((block) => reasonNotRun(block) !== null)
  for (const block of notRun) console.log(`not run: ${block.where}: ${reasonNotRun(block)}`)
  expect(notRun.filter((block) => !isRunnable(block)).map(({ where }) => where)).toEqual([])
})

const isRun = (page: (typeof pages)[number]) =>
  page.blocks.some((block) => isRunnable(block) && reasonNotRun(block) === null)

describe('the commands of a page run as they are printed, from top to bottom', () => {
  test.for(pages.filter(isRun))('$name', { timeout: 180_000, tags: ['long'] }, async (page, { signal, skip }) => {
    const missing = missingFor(page)
    skip(missing.length > 0, `not installed here: ${missing.join(', ')}`)
    const { status, stderr, stdout } = await runPage(page, signal)
    expect(status, `${stdout}\n${stderr}`).toBe(0)
  })
})

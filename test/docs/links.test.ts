import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsOf, type Page, pageNames, readPage, root } from './pages.ts'

const pages = new Map(pageNames.map((name) => [name, readPage(name)]))

/** Targets of links and pictures, without code in backticks. */
const targetsOf = ({ prose }: Page) =>
  prose.flatMap((line, index) =>
    [...line.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)|<img [^>]*src="([^"]+)"/g)].map(([, link, image]) => ({
      line: index + 1,
      target: link ?? image ?? '',
    })),
  )

function isFound(from: string, target: string): boolean {
  if (/^(https?|mailto):/.test(target)) return true
  const [path = '', anchor] = target.split('#')
  const name = path ? normalize(join(dirname(from), path)) : from
  if (!existsSync(join(root, name))) return false
  const page = pages.get(name)
  return anchor === undefined || !page || anchorsOf(page).has(anchor)
}

test.for(pageNames)('links and pictures of %s have a target', (name) => {
  const page = readPage(name)
  const broken = targetsOf(page).filter(({ target }) => !isFound(name, target))
  expect(broken.map(({ line, target }) => `${name}:${line}: ${target}`)).toEqual([])
})

/** Rows of tables and pictures cannot be broken. */
const isWhole = (line: string) => /^(\||!\[)/.test(line)

test.for(pageNames.filter((name) => /^(README\.md|docs\/(guides\/.+|README|style|glossary)\.md)$/.test(name)))(
  'the lines of %s have at most 120 characters',
  (name) => {
    const long = readPage(name).prose.flatMap((line, index) => (line.length > 120 && !isWhole(line) ? [index + 1] : []))
    expect(long).toEqual([])
  },
)

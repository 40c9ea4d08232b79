import { existsSync, readdirSync } from 'node:fs'
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

/** Written by their generators. */
const generated = new Set(['docs/asvs.md', 'docs/errors.md', 'docs/benchmarks.md', 'docs/reliability.md'])

test.for(pageNames.filter((name) => !generated.has(name) && !name.startsWith('docs/guides/permissions')))(
  'the lines of %s have at most 120 characters',
  (name) => {
    const long = readPage(name).prose.flatMap((line, index) => (line.length > 120 && !isWhole(line) ? [index + 1] : []))
    expect(long).toEqual([])
  },
)

/** Paths of the repository in backticks, without those that stand for a name, such as `server/providers/NAME.ts`. */
const pathsIn = ({ prose }: Page) =>
  prose.flatMap((line, index) =>
    [...line.matchAll(/`((?:server|shared|client|desktop|scripts|test|docs)\/[\w./-]*)`/g)].map(([, path = '']) => ({
      line: index + 1,
      path,
    })),
  )

test.for(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('every path that %s names exists', (name) => {
  const paths = pathsIn(readPage(name))
  expect(paths.length).toBeGreaterThan(8)
  const missing = paths.filter(({ path }) => !/[A-Z]{4}-|NAME/.test(path) && !existsSync(join(root, path)))
  expect(missing.map(({ line, path }) => `${name}:${line}: ${path}`)).toEqual([])
})

test('ARCHITECTURE.md has a diagram of the modules, of a request and of a rotation', () => {
  const diagrams = readPage('ARCHITECTURE.md').blocks.filter(({ language }) => language === 'mermaid')
  expect(diagrams.map(({ text }) => text.split(/\s/, 1)[0])).toEqual([
    'flowchart',
    'sequenceDiagram',
    'stateDiagram-v2',
  ])
})

test('each picture of docs/screenshots is shown by a page', () => {
  const targets = new Set(
    [...pages].flatMap(([name, page]) => targetsOf(page).map(({ target }) => normalize(join(dirname(name), target)))),
  )
  const pictures = readdirSync(join(root, 'docs/screenshots')).map((name) => `docs/screenshots/${name}`)
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter((name) => !targets.has(name))).toEqual([])
})

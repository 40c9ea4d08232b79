import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The page that lists words to avoid, and the pages that are searched for them, except the generated ones. */
export type VocabularyPages = {
  readonly page: string
  readonly searched: readonly string[]
  readonly generated: readonly string[]
}

export type Vocabulary = {
  readonly avoided: readonly string[]
  /** Hand-written pages; the list itself is blanked in the page that has it. */
  readonly pages: readonly { readonly path: string; readonly source: string }[]
}

type Found = { readonly line: number; readonly text: string }

const heading = '## Words to avoid'

/** From the heading to the next one. */
function splitAtList(markdown: string) {
  const start = markdown.indexOf(heading)
  const end = markdown.indexOf('\n## ', start + heading.length)
  const list = start < 0 ? '' : markdown.slice(start, end < 0 ? undefined : end)
  return { list, rest: markdown.replace(list, list.replace(/[^\n]/g, '')) }
}

/** The first column of the table, below its two head lines. Throws where there is none. */
function avoidedIn(list: string, page: string) {
  const rows = list.split('\n').filter((line) => line.startsWith('|'))
  const words = rows.slice(2).flatMap((row) => row.split('|')[1]?.split(',') ?? [])
  if (words.length === 0) throw new Error(`${page} has no table under "${heading}".`)
  return words.map((word) => word.trim())
}

export function readVocabulary(root: string, { page, searched, generated }: VocabularyPages): Vocabulary {
  const { list, rest } = splitAtList(readFileSync(join(root, page), 'utf8'))
  const paths = globSync([...searched], { cwd: root, exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !generated.includes(path))
    .sort()
  const pages = paths.map((path) => ({
    path,
    source: path === page ? rest : readFileSync(join(root, path), 'utf8'),
  }))
  return { avoided: avoidedIn(list, page), pages }
}

/** Every place of an avoided word: in prose, in `camelCase`, and across the line break of a comment. */
export function findAvoidedWords(source: string, { avoided }: Vocabulary): Found[] {
  const between = '[\\s*/]+'
  const phrases = avoided.map((word) => word.split(' ').join(between))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${phrases.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  const spaced = source.replace(/([a-z])([A-Z])/g, '$1 $2')
  return [...spaced.matchAll(pattern)].map(({ index, 0: text }) => ({
    line: spaced.slice(0, index).split('\n').length,
    text,
  }))
}

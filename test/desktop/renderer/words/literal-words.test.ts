import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { en } from '../../../../desktop/words/en.ts'

const desktopTests = fileURLToPath(new URL('../../', import.meta.url))

const textsIn = (table: object): readonly string[] =>
  Object.values(table).flatMap((text) => (typeof text === 'string' ? [text] : textsIn(text as object)))

/** Texts of one word are also names in data and in the markup, as in `name: 'Test'`. */
const sentences = new Set(textsIn(en).filter((text) => /\w{2}\W+\w{2}/.test(text)))

type Node = { readonly type: string; readonly start: number; readonly [member: string]: unknown }

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value as Node
  for (const member of Object.values(value)) yield* nodesIn(member)
}

/** The sentences of the console that a test writes out instead of naming their keys. */
function literalSentences(source: string, name: string): readonly string[] {
  const { program, errors } = parseSync(name, source)
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0]?.message}`)
  return [...nodesIn(program)]
    .filter(({ type, value }) => type === 'Literal' && sentences.has(String(value)))
    .map(({ start, value }) => `${name}:${source.slice(0, start).split('\n').length}: ${String(value)}`)
}

test('tests of the console name its texts by key', () => {
  const files = globSync('{screens,journeys,security,harness}/**/*.ts', { cwd: desktopTests })
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap((file) => literalSentences(readFileSync(desktopTests + file, 'utf8'), file))).toEqual([])
})

test('a literal console text in a test is found with its line (control)', () => {
  const source = `press(t('rotate:confirm.go'))\npress('${en.rotate.confirm.go}')`
  expect(literalSentences(source, 'own.test.ts')).toEqual([`own.test.ts:2: ${en.rotate.confirm.go}`])
})

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { en } from '../../../../desktop/words/en.ts'

const renderer = fileURLToPath(new URL('../../../../desktop/renderer/', import.meta.url))

/** Attributes, props and members whose text a person reads or hears. */
const spoken =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|alt|title|label|placeholder|description|message|error|hint|about|closeButtonLabel|nothingFound)$/

/** A scheme alone, as in `https://`, is the same in every language. */
const hasWord = (text: unknown): boolean => typeof text === 'string' && /\p{L}{2}(?!\w*:\/\/)/u.test(text)

type Node = { readonly type: string; readonly start: number; readonly [member: string]: unknown }

/** Texts that a value may come to; of a call, such as `t('…')`, none is known here. */
function literalsIn(value: Node | null): readonly Node[] {
  if (!value) return []
  const inside = (...members: string[]) => members.flatMap((member) => literalsIn(value[member] as Node | null))
  if (value.type === 'Literal') return hasWord(value.value) ? [value] : []
  if (value.type === 'TemplateLiteral')
    return (value.quasis as { value: { cooked: string } }[]).some(({ value: { cooked } }) => hasWord(cooked))
      ? [value]
      : []
  if (value.type === 'JSXExpressionContainer') return inside('expression')
  if (value.type === 'ConditionalExpression') return inside('consequent', 'alternate')
  if (value.type === 'LogicalExpression') return inside('left', 'right')
  return []
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value as Node
  for (const member of Object.values(value)) yield* nodesIn(member)
}

const nameOf = (name: unknown): string => {
  const { name: text, value } = name as { readonly name?: string; readonly value?: unknown }
  return String(text ?? value)
}

/** What a node says to a person that no table has said: a text between tags, or in an attribute or member that is spoken. */
function ownTextsOf(node: Node): readonly Node[] {
  if (node.type === 'JSXText') return hasWord(node.value) ? [node] : []
  if (node.type === 'JSXElement')
    return (node.children as Node[]).filter(({ type }) => type === 'JSXExpressionContainer').flatMap(literalsIn)
  const isSpoken =
    (node.type === 'JSXAttribute' && spoken.test(nameOf(node.name))) ||
    (node.type === 'Property' && spoken.test(nameOf(node.key)))
  return isSpoken ? literalsIn(node.value as Node | null) : []
}

function ownWordsOf(source: string, name: string): readonly string[] {
  const { program, errors } = parseSync(name, source)
  if (errors.length > 0) throw new Error(`${name} cannot be read: ${errors[0]?.message}`)
  const found = [...nodesIn(program)].flatMap(ownTextsOf)
  return found.map(({ start }) => `${name}: ${source.slice(start, start + 60).split('\n')[0]}`)
}

test('every text a person reads or hears comes from the text tables', () => {
  const files = globSync('{app,data,parts,screens,session}/**/*.{ts,tsx}', { cwd: renderer })
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((file) => ownWordsOf(readFileSync(renderer + file, 'utf8'), file))).toEqual([])
})

test.each([
  ['between tags', '<b>Some words</b>'],
  ['in an expression between tags', '<b>{isOn ? "Some words" : t("none")}</b>'],
  ['in an attribute', '<Button aria-label="Some words" />'],
  ['in a template of an attribute', '<Button title={`Some words`} />'],
  ['in an object of props', 'const props = { label: "Some words" }'],
])('a literal text is found %s', (_, source) => {
  expect(ownWordsOf(source, 'own.tsx')).toHaveLength(1)
})

test('a text from the tables is not reported as a literal', () => {
  expect(
    ownWordsOf('<Button aria-label={t("close")} variant="default">{t("open")} · {count}</Button>', 'own.tsx'),
  ).toEqual([])
})

const saidIn = (table: object): readonly string[] =>
  Object.values(table).flatMap((word) => (typeof word === 'string' ? [word] : saidIn(word as object)))

test('the console calls API credentials keys, never credentials or a pair', () => {
  const said = saidIn(en)
  expect(said.filter((word) => /\bcredentials?\b|\bpairs?\b/i.test(word))).toEqual([])
  expect(said.filter((word) => /\bkeys\b/i.test(word)).length).toBeGreaterThan(20)
})

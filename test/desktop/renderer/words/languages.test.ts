import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Passphrase } from '../../../../desktop/bridge/passphrase.ts'
import { bytesText, decimalMark, numberText } from '../../../../desktop/renderer/parts/number-text.ts'
import { agoOf, dayOf, dayText, utcOf } from '../../../../desktop/renderer/parts/time-text.ts'
import { de } from '../../../../desktop/words/de.ts'
import { en } from '../../../../desktop/words/en.ts'
import { addTexts, languageFor, setLanguage, t } from '../../../../desktop/words/words.ts'

const desktop = fileURLToPath(new URL('../../../../desktop/', import.meta.url))

beforeAll(() => addTexts('de', de))
afterEach(() => setLanguage('en'))

type Texts = { readonly [key: string]: string | Texts }

/** Every text with its path. */
const textsIn = (texts: Texts, path = ''): readonly (readonly [key: string, text: string])[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[path + name, text] as const] : textsIn(text, `${path}${name}.`),
  )

const placeholdersIn = (text: string) => [...text.matchAll(/\{\{[^}]*\}\}/g)].map(([hole]) => hole).sort()

/** Keys whose texts have other placeholders in the other language. */
function disagreeing(one: Texts, other: Texts): readonly string[] {
  const others = new Map(textsIn(other))
  return textsIn(one)
    .filter(([key, text]) => placeholdersIn(text).join() !== placeholdersIn(others.get(key) ?? '').join())
    .map(([key]) => key)
}

test('the texts of a key have the same placeholders in both languages', () => {
  expect(disagreeing(en, de)).toEqual([])
  expect(disagreeing({ a: 'of {{name}}' }, { a: 'von {{nmae}}' }), 'the control').toEqual(['a'])
})

const hasWords = (text: string) => /[a-z]\W+\w*[a-z]/.test(text.replace(/\{\{[^}]*\}\}/g, ''))

test('no sentence is left in English but a command', () => {
  const english = new Map(textsIn(en))
  const kept = textsIn(de).filter(([key, text]) => english.get(key) === text && hasWords(text))
  expect(kept.map(([key]) => key)).toEqual(['connect.tokenCommand'])
})

describe('in German', () => {
  test('numbers, days and times are written and read as Germans do', () => {
    setLanguage('de')
    expect([numberText(1_234_567), bytesText(1_572_864), decimalMark()]).toEqual(['1.234.567', '1,5 MiB', ','])
    expect(utcOf('2026-03-01T12:00:00.000Z')).toBe('01.03.2026 12:00:00 UTC')
    expect(agoOf('2026-03-01T12:00:00.000Z', Date.parse('2026-03-04T12:00:00.000Z'))).toBe('vor 3 Tagen')
    expect([dayText('2026-03-01'), dayOf('01.03.2026')]).toEqual(['01.03.2026', '2026-03-01'])
    expect([dayOf('2026-03-01'), dayOf('32.03.2026')]).toEqual([null, null])
  })

  test('plurals follow the number', () => {
    setLanguage('de')
    expect(t('common:retryAfter', { count: 1 })).toContain('1 Sekunde,')
    expect(t('common:retryAfter', { count: 1_000 })).toContain('1.000 Sekunden,')
  })

  test('a rule says what is wrong in the language of the moment, not in that of the start', () => {
    setLanguage('de')
    expect(Passphrase.safeParse('short').error?.issues[0]?.message).toBe(t('rule.atLeast', { count: 8 }))
  })
})

test.each([
  ['system', ['de-AT', 'en-US'], 'de'],
  ['system', ['fr-FR', 'de_CH.UTF-8', 'en'], 'de'],
  ['system', ['fr-FR'], 'en'],
  ['system', [], 'en'],
  ['en', ['de-DE'], 'en'],
] as const)('the choice "%s" on a system that prefers %j is %s', (chosen, preferred, language) => {
  expect(languageFor(chosen, preferred)).toBe(language)
})

type Node = { readonly type: string; readonly start: number; readonly [member: string]: unknown }

/** Calls of `t` that run while the module is loaded: those in no function. */
function* earlyTexts(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  const node = value as Node
  if (/^(Arrow)?Function/.test(node.type ?? '')) return
  if (node.type === 'CallExpression' && (node.callee as { name?: string }).name === 't') yield node
  for (const member of Object.values(node)) yield* earlyTexts(member)
}

const earlyIn = (source: string, name: string) =>
  [...earlyTexts(parseSync(name, source).program)].map(({ start }) => `${name}: ${source.slice(start, start + 40)}`)

test('no module asks for a text while it is loaded, before the language is known', () => {
  const files = globSync('{bridge,main,renderer}/**/*.{ts,tsx}', { cwd: desktop })
  expect(files.length).toBeGreaterThan(150)
  expect(files.flatMap((file) => earlyIn(readFileSync(desktop + file, 'utf8'), file))).toEqual([])
  expect(earlyIn(`const a = { b: t('c') }; const d = () => t('e')`, 'own.ts'), 'the control').toHaveLength(1)
})

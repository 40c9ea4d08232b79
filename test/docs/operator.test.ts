import { expect, test } from 'vitest'
import { en } from '../../desktop/words/en.ts'
import { readPage } from './pages.ts'

type Words = { readonly [key: string]: string | Words }

const textsOf = (words: Words): readonly string[] =>
  Object.values(words).flatMap((word) => (typeof word === 'string' ? [word] : textsOf(word)))

/** A text of the console with anything in its placeholders. */
const patternOf = (text: string) => new RegExp(`^${RegExp.escape(text).replace(/\\\{\\\{.*?\\\}\\\}/g, '.+')}$`)

test("the words in bold of the operator's guide are those of the console", () => {
  const patterns = textsOf(en).map(patternOf)
  expect(patterns.filter((pattern) => pattern.test('control: no such word')).map(String)).toEqual([])
  const prose = readPage('docs/guides/operator.md').prose.join(' ').replace(/\s+/g, ' ')
  const bold = [...prose.matchAll(/\*\*(.+?)\*\*/g)].map(([, text = '']) => text)
  expect(bold.length).toBeGreaterThan(20)
  expect(bold.filter((text) => !patterns.some((pattern) => pattern.test(text)))).toEqual([])
})

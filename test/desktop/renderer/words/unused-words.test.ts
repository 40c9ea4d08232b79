import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { en } from '../../../../desktop/words/en.ts'

const desktop = fileURLToPath(new URL('../../../../desktop/', import.meta.url))
const sources = globSync('{bridge,main,renderer}/**/*.{ts,tsx}', { cwd: desktop }).map((name) =>
  readFileSync(`${desktop}${name}`, 'utf8'),
)

const literals = new Set(sources.flatMap((source) => [...source.matchAll(/'([\w:.-]+)'/g)].map(([, text]) => text)))

/** Templates with one hole, as patterns; one may stand inside another. The name of a table alone says nothing. */
const templates = sources.flatMap((source) =>
  [...source.matchAll(/(?=`([\w:.-]*)\$\{[^`{}]*\}([\w.-]*)`)/g)]
    .filter(([, before = '', after]) => (before || after) && !before.endsWith(':'))
    .map(([, before = '', after = '']) => new RegExp(`^${before}[\\w-]+${after}$`)),
)

const plural = /_(zero|one|two|few|many|other)$/

/** The paths of all words in a table. */
function keysIn(table: object, path = ''): readonly string[] {
  return Object.entries(table).flatMap(([name, value]) => {
    const key = `${path}${name.replace(plural, '')}`
    return typeof value === 'string' ? [key] : keysIn(value, `${key}.`)
  })
}

/** The key and the tables it stands in, which can be asked for as a whole. */
const namesOf = (key: string) => key.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'))

const isUsed = (namespace: string, key: string): boolean =>
  namesOf(key)
    .flatMap((name) => [name, `${namespace}:${name}`])
    .some((name) => literals.has(name) || templates.some((template) => template.test(name)))

const unused = (words: Readonly<Record<string, object>>) =>
  Object.entries(words).flatMap(([namespace, table]) =>
    [...new Set(keysIn(table))].filter((key) => !isUsed(namespace, key)).map((key) => `${namespace}:${key}`),
  )

/** Asked for by the code of a failure, which comes from elsewhere. */
const { failures: _headings, operatorMessages: _messages, consoleFailures: _meanings, ...tables } = en

test('every text of the console is used', () => {
  expect(unused(tables)).toEqual([])
})

test('an unused text is found (control)', () => {
  expect(unused({ common: { close: '', closeEverything: '', sayings: { nowhere: '' } } })).toEqual([
    'common:closeEverything',
    'common:sayings.nowhere',
  ])
})

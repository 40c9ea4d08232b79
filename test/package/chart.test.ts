import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../harness/cli.ts'
import { whereIs } from './missing.ts'

const chart = join(root, 'docs/deploy/strongroom')
const read = (name: string) => readFileSync(join(chart, name), 'utf8')
const templates = readdirSync(join(chart, 'templates')).map((name) => ({ name, text: read(`templates/${name}`) }))
const manifests = templates.filter(({ name }) => name.endsWith('.yaml'))
const values = parse(read('values.yaml')) as Record<string, unknown>

/** `database.url` and the like of every value that is no object. */
const pathsIn = (value: unknown, before = ''): readonly string[] =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, member]) => pathsIn(member, before ? `${before}.${name}` : name))
    : [before]

const used = [
  ...new Set(templates.flatMap(({ text }) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path))),
]

test('every value that the templates use has a default, and every default is used', () => {
  const defaults = pathsIn(values)
  const isUnder = (path: string, other = '') => path === other || path.startsWith(`${other}.`)
  expect(used.filter((path) => !defaults.some((known) => isUnder(known, path)))).toEqual([])
  expect(defaults.filter((path) => !used.some((other) => isUnder(path, other)))).toEqual([])
})

test('the defaults fit their schema, and a URL with a password does not', () => {
  const isValid = new Ajv().compile(JSON.parse(read('values.schema.json')))
  expect(isValid(values), JSON.stringify(isValid.errors)).toBe(true)
  const withPassword = {
    ...(values.database as object),
    url: 'postgres://strongroom:secret@database.example/strongroom',
  }
  expect(isValid({ ...values, database: withPassword })).toBe(false)
})

/** A template as YAML: lines that only steer are left out, and a value stands for each other action. */
const withoutActions = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^\s*\{\{-? (include|toYaml|with|end|define)/.test(line))
    .join('\n')
    .replace(/\{\{.*?\}\}/g, '1')

test.each(manifests)('$name is YAML of one object with a kind and a name', ({ text }) => {
  const manifest = parse(withoutActions(text)) as Record<string, unknown>
  expect(manifest).toMatchObject({
    apiVersion: expect.any(String),
    kind: expect.any(String),
    metadata: { name: expect.stringMatching(/^1/) },
  })
  expect(text.split('{{').length).toBe(text.split('}}').length)
})

test('every setting of the servers and of the migration is an option of strongroom', () => {
  const named = manifests.flatMap(({ text }) => text.match(/STRONGROOM_[A-Z_]+/g) ?? [])
  const guide = readFileSync(join(root, 'docs/guides/configuration.md'), 'utf8')
  expect(named.length).toBeGreaterThan(6)
  expect(named.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('Helm renders the chart', ({ skip }) => {
  skip(!whereIs('helm'), 'helm is not installed')
  execFileSync('helm', ['lint', '--strict', chart], { stdio: 'pipe' })
  const rendered = execFileSync('helm', ['template', 'desk', chart], { encoding: 'utf8' })
  const kinds = parseAllDocuments(rendered).map((document) => document.toJS()?.kind as string)
  expect(kinds.sort()).toEqual(['Job', 'PodDisruptionBudget', 'Service', 'StatefulSet'])
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findFaults } from '../scripts/structure/faults.ts'
import { readTree } from '../scripts/structure/read-tree.ts'

const root = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'strongroom-structure-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const layout = {
  areas: [
    { name: 'shared', folder: 'shared', uses: [], floors: [['shared']] },
    {
      name: 'server',
      folder: 'server',
      uses: ['shared'],
      floors: [
        ['server/app.ts', 'server/spare.ts'],
        ['server/rules', 'server/users'],
        ['server/store', 'server/store/sqlite'],
      ],
    },
    { name: 'test', folder: 'test', uses: ['server'], floors: [['test']] },
  ],
  generated: ['server/store/icons.ts'],
  apart: ['test/programs'],
  engine: { folder: 'server/store/sqlite', word: 'sqlite' },
  words: { page: 'docs/style.md', searched: ['*.md', 'docs/*.md'], generated: ['docs/made.md'] },
  looseFiles: { folder: 'server', most: 2 },
  allowed: { foldersOfOneFile: {}, duplicatedNames: {}, namesOfTheEngine: {} },
}

const long = (lines: number) => `${'  work()\n'.repeat(lines - 2)}`
const filler = '// A file of its own.\n'.repeat(15)

/** A tree without any fault: each test adds its own. */
const sound = {
  'shared/result.ts': `${filler}export type Result = string\n`,
  'shared/failure.ts': `${filler}export const failure = 1\n`,
  'server/app.ts': "import { rule } from './rules/rule.ts'\nimport { other } from './rules/other.ts'\nrule + other\n",
  'server/rules/rule.ts': "import { port } from '../store/port.ts'\nexport const rule = port\n",
  'server/rules/other.ts': `import { port } from '../store/port.ts'\nexport const other = port\nfunction most() {\n${long(60)}}\n`,
  'server/store/port.ts': 'let [a, b] = pair\n;[a, b] = [b, a]\nexport const port = [...a, ...b] // not SQLite\n',
  'server/store/icons.ts': `export const rule = 1\nfunction icons() {\n${long(99)}}\n`,
  'server/store/sqlite/open.ts': "import Database from 'better-sqlite3'\nexport const open = Database\n",
  'server/store/sqlite/close.ts': 'export const close = 1\n',
  'test/rule.test.ts': `import '../server/rules/rule.ts'\ndescribe('rule', () => {\n${long(99)}})\n`,
  'test/app.test.ts': 'export const rule = 1\n',
  'test/programs/alone.ts': 'const [a, b] = [1, 2]\n',
  'docs/style.md':
    '# Style\n\n## Words to avoid\n\n| avoid | write |\n| --- | --- |\n| gizmo, big gizmo, off kilter | tool |\n\n## Pages\n',
  'docs/made.md': 'A gizmo in a generated page.\n',
  'README.md': 'Gizmology, gizmos.\n',
}

type Change = Readonly<Record<string, string>>

const none = Object.fromEntries(
  Object.keys(JSON.parse(readFileSync(join(root, 'scripts/structure/baseline.json'), 'utf8'))).map((kind) => [kind, 0]),
)

function write(folder: string, files: Change) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** Runs the command over that tree in a folder of its own, with no fault allowed but those of `limits`. */
function structure(files: Change, { limits = {}, args = [] as string[], changed = layout as object } = {}) {
  const folder = mkdtempSync(join(scratch, 'tree-'))
  const layoutFile = join(folder, 'layout.json')
  const baselineFile = join(folder, 'baseline.json')
  write(folder, {
    ...files,
    'layout.json': JSON.stringify(changed),
    'baseline.json': JSON.stringify({ ...none, ...limits }),
  })
  const command = join(root, 'scripts/structure/structure.ts')
  const options = ['--root', folder, '--layout', layoutFile, '--baseline', baselineFile, ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...options], { encoding: 'utf8' })
  const baseline = () => JSON.parse(readFileSync(baselineFile, 'utf8'))
  return { status, stdout, stderr, baseline }
}

test('a tree without faults passes, and its counts are on the page', () => {
  const { status, stdout, stderr } = structure(sound)
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const [, shared, server] = stdout.split('\n')
  expect(shared?.split(/\s{2,}/)).toEqual(['shared', '2', '32', '16', '16', '16', '0 %', '1', '0'])
  // The generated file counts no lines; two of the other six are imported by one file.
  expect(server?.split(/\s{2,}/)).toEqual(['server', '6', '73', '2', '62', '62', '33 %', '4', '2'])
})

describe.each<[kind: string, change: Change, named: string[]]>([
  [
    'fileCycles',
    {
      'shared/result.ts': `import type { F } from './failure.ts'\n`,
      'shared/failure.ts': `type R = import('./result.ts').R\n`,
    },
    ['shared/result.ts', 'shared/failure.ts'],
  ],
  [
    'moduleCycles',
    {
      'server/users/a.ts': "import '../rules/rule.ts'\n",
      'server/users/b.ts': '',
      'server/rules/more.ts': "export { x } from '../users/b.ts'\n",
    },
    ['server/users', 'server/rules'],
  ],
  ['upwardImports', { 'server/store/up.ts': "await import('../rules/rule.ts')\n" }, ['server/store/up.ts:1 imports']],
  [
    'upwardImports',
    { 'shared/up.ts': "\nimport type { R } from '../server/rules/rule.ts'\n" },
    ['shared/up.ts:2 imports'],
  ],
  [
    'upwardImports',
    { 'server/rules/across.ts': "import '../users/b.ts'\n", 'server/users/b.ts': '', 'server/users/c.ts': '' },
    ['across'],
  ],
  ['filesOnNoFloor', { 'server/lost/a.ts': '', 'server/lost/b.ts': '' }, ['server/lost/a.ts', 'server/lost/b.ts']],
  [
    'foldersOfOneFile',
    { 'server/rules/deep/a.ts': '', 'server/rules/deep/tsconfig.json': '{}' },
    ['server/rules/deep'],
  ],
  ['looseFiles', { 'server/spare.ts': '', 'server/store.ts': '' }, ['server/store.ts']],
  [
    'tinyFiles',
    { 'server/rules/tiny.ts': 'export const tiny = 1\n', 'server/rules/rule.ts': "import { tiny } from './tiny.ts'\n" },
    ['server/rules/tiny.ts (1 lines)'],
  ],
  [
    'duplicatedNames',
    { 'shared/rule.ts': 'const rule = 2\nexport { rule }\n' },
    ['rule: server/rules/rule.ts, shared/rule.ts'],
  ],
  [
    'longFunctions',
    { 'shared/long.ts': `export const long = () => {\n${long(61)}}\n` },
    ['shared/long.ts:1 long: 61 lines'],
  ],
  ['tupleAssignments', { 'shared/tuple.ts': 'let a, b\n;[a, b] = [1, 2]\n' }, ['shared/tuple.ts:2 [a, b] = [1, 2]']],
  ['tupleAssignments', { 'test/tuple.ts': 'const [a, b] = [1, 2]\n' }, ['test/tuple.ts:1']],
  ['literalSpreads', { 'shared/spread.ts': 'const a = { ...{ b: 1 } }\n' }, ['shared/spread.ts:1 ...{ b: 1 }']],
  ['namesOfTheEngine', { 'server/rules/sql.ts': "// SQLite\nconst code = 'SQLITE_FULL'\n" }, ['server/rules/sql.ts:2']],
  ['avoidedWords', { 'README.md': 'Text.\n\nA Gizmo.\n' }, ['README.md:3 Gizmo']],
  ['avoidedWords', { 'docs/style.md': `${sound['docs/style.md']}\nA gizmo.\n` }, ['docs/style.md:11 gizmo']],
  ['avoidedWords', { 'shared/name.ts': 'const isOffKilter = 1\n' }, ['shared/name.ts:1 Off Kilter']],
  ['avoidedWords', { 'shared/wrapped.ts': '/**\n * It is off\n * kilter.\n */\n' }, ['shared/wrapped.ts:2 off']],
  ['avoidedWords', { 'test/title.test.ts': "test('the gizmo works', () => {})\n" }, ['test/title.test.ts:1 gizmo']],
])('%s', (kind, change, named) => {
  test('is counted, fails the command and is named with its place', () => {
    const { status, stdout, stderr } = structure({ ...sound, ...change })
    expect(status).toBe(1)
    expect(stderr).toContain(kind)
    for (const name of named) expect(stdout).toContain(name)
  })
})

test('a name that is passed on, declared for a .mjs, or a type and a value of one file has one meaning', () => {
  const passedOn = {
    'shared/passed.ts':
      "import { failure } from './failure.ts'\nexport { failure }\nexport type { Result } from './result.ts'\n",
    'shared/both.ts': 'export const Both = 1\nexport type Both = string\n',
    'shared/plain.mjs': 'export const plain = 1\n',
    'shared/plain.d.mts': 'export const plain: number\n',
  }
  expect(structure({ ...sound, ...passedOn }).status).toBe(0)
})

test('an allowed exception is not counted', () => {
  const changed = { ...layout, allowed: { ...layout.allowed, duplicatedNames: { rule: 'for a reason' } } }
  expect(structure({ ...sound, 'shared/rule.ts': 'export const rule = 2\n' }, { changed }).status).toBe(0)
})

const oneTuple = { ...sound, 'shared/tuple.ts': 'const [a, b] = [1, 2]\n' }

test('a count at its limit passes, and one below it is shown as better', () => {
  expect(structure(oneTuple, { limits: { tupleAssignments: 1 } }).status).toBe(0)
  const { status, stdout } = structure(oneTuple, { limits: { tupleAssignments: 2 } })
  expect(status).toBe(0)
  expect(stdout).toMatch(/tuple assignments.* 1 +2 +better/)
})

test('--update lowers limits, and raises only those that --raise names', () => {
  const lower = structure(oneTuple, { limits: { tupleAssignments: 5 }, args: ['--update'] })
  expect(lower.baseline()).toEqual({ ...none, tupleAssignments: 1 })
  const refused = structure(oneTuple, { args: ['--update'] })
  expect(refused.status).toBe(1)
  expect(refused.baseline()).toEqual(none)
  const raised = structure(oneTuple, { args: ['--update', '--raise', 'tupleAssignments'] })
  expect(raised.status).toBe(0)
  expect(raised.baseline()).toEqual({ ...none, tupleAssignments: 1 })
})

test('a page without a list of words to avoid is an error, not a tree without such words', () => {
  const { status, stderr } = structure({ ...sound, 'docs/style.md': '# Style\n' })
  expect(status).not.toBe(0)
  expect(stderr).toContain('docs/style.md has no table under "## Words to avoid"')
})

test('a file that cannot be parsed is an error, not a file without faults', () => {
  const { status, stderr } = structure({ ...sound, 'shared/broken.ts': 'const = 1\n' })
  expect(status).not.toBe(0)
  expect(stderr).toContain('shared/broken.ts cannot be parsed')
})

test('no exported name of the product has two meanings', () => {
  const declared = JSON.parse(readFileSync(join(root, 'scripts/structure/layout.json'), 'utf8'))
  expect(declared.allowed.duplicatedNames).toEqual({})
  expect(findFaults(readTree(root, declared)).duplicatedNames).toEqual([])
})

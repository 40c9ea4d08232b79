// @module-tag long
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mediaTypes } from '../../server/http/response/number-form.ts'
import { untilReady } from '../cli/serving.ts'
import { readPage, root } from './pages.ts'

/** What the example changes in one file: each text stands there once, and becomes the other. */
type Change = { readonly file: string; readonly hunks: readonly (readonly [before: string, after: string])[] }

const linesOf = (hunk: string, signs: RegExp) =>
  hunk
    .split('\n')
    .filter((line) => signs.test(line))
    .map((line) => `${line.slice(1)}\n`)
    .join('')

function changeIn(diff: string): Change {
  const [, file = '', text = ''] = /^--- (\S+)\n(.*)$/s.exec(diff) ?? []
  const hunks = text.split(/^@@$\n?/m).map((hunk) => [linesOf(hunk, /^[ -]/), linesOf(hunk, /^[ +]/)] as const)
  return { file, hunks }
}

const example = readPage('CONTRIBUTING.md')
  .blocks.filter(({ language }) => language === 'diff')
  .map(({ text }) => changeIn(text))
const files = example.map(({ file }) => file)

const parts = {
  shared: ['shared'],
  // The second says what a run provides to its files.
  all: ['shared', 'server', 'test/api/operation-table.ts', 'test/harness/run-folder.ts'],
}
/** One program instead of one per folder, and without the console, so that it takes seconds. */
const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true, types: ['node'] }

let copy: string

function copyProject() {
  copy = mkdtempSync(join(tmpdir(), 'strongroom-example-'))
  const left = new Set(['.git', 'node_modules', 'dist', 'out'])
  const isPart = (path: string) => path === root || !left.has(basename(path))
  cpSync(root, copy, { recursive: true, filter: isPart })
  for (const [name, include] of Object.entries(parts))
    writeFileSync(
      join(copy, `${name}.json`),
      JSON.stringify({ extends: './tsconfig.base.json', compilerOptions, include }),
    )
  mkdirSync(join(copy, 'node_modules'))
  const packages = readdirSync(join(root, 'node_modules')).filter((name) => name !== '.cache')
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
}

const original = (file: string) => readFileSync(join(root, file), 'utf8')

function changed({ file, hunks }: Change): string {
  let text = original(file)
  for (const [before, after] of hunks) {
    expect(text.split(before), `${file} has this once:\n${before}`).toHaveLength(2)
    text = text.replace(before, () => after)
  }
  return text
}

/** Puts the example into the copy, and leaves some of its files as they were. */
function apply(...without: readonly string[]) {
  for (const change of example) {
    const text = without.includes(change.file) ? original(change.file) : changed(change)
    writeFileSync(join(copy, change.file), text)
  }
}

const bin = (name: string) => join(root, 'node_modules/.bin', name)

/** Settings of the person who runs the tests must not reach the copy. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('STRONGROOM_')))

function run(command: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8', env: environment })
  return { status, output: `${stdout}${stderr}` }
}

const compile = (part: keyof typeof parts) =>
  run(bin('tsc'), '-p', `${part}.json`, '--checkers', '1', '--pretty', 'false')

beforeAll(copyProject)
afterAll(() => rmSync(copy, { recursive: true }))

test('a read operation touches at most 6 files, its tests included', () => {
  expect(new Set(files).size).toBe(files.length)
  expect(files.length).toBeGreaterThan(3)
  expect(files.length).toBeLessThanOrEqual(6)
})

test('in a copy of the project it compiles, and is formatted', () => {
  apply()
  expect(compile('all')).toEqual({ status: 0, output: '' })
  expect(run(bin('biome'), 'format', ...files)).toMatchObject({ status: 0 })
})

type Forgotten = Readonly<Record<string, readonly [place: string, message: string]>>

describe('the compiler names what is forgotten', () => {
  const noProperty = `Property '"custodians.latestRotation"' is missing in type`
  const rows: readonly (readonly [part: keyof typeof parts, Forgotten])[] = [
    ['shared', { 'shared/rotations.ts': ['shared/operations.ts', "has no exported member named 'LatestRotation'"] }],
    [
      'shared',
      {
        'shared/operations.ts': [
          'shared/router.ts',
          `Argument of type '"custodians.latestRotation"' is not assignable`,
        ],
      },
    ],
    ['shared', { 'shared/router.ts': ['shared/router.ts', "Property 'latestRotation' is missing in type"] }],
    ['all', { 'server/core/operations.ts': ['server/core/operations.ts', noProperty] }],
    [
      'all',
      {
        'server/rotations/list-rotations.ts': [
          'server/core/operations.ts',
          "has no exported member named 'findLatestRotation'",
        ],
        'test/api/operation-table.ts': ['test/api/operation-table.ts', noProperty],
      },
    ],
  ]

  test('of every file of the example', () => {
    expect(rows.flatMap(([, forgotten]) => Object.keys(forgotten)).sort()).toEqual(files.toSorted())
  })

  test.each(rows.map(([part, forgotten]) => [Object.keys(forgotten).join(' and '), part, forgotten] as const))(
    '%s',
    (_files, part, forgotten) => {
      apply(...Object.keys(forgotten))
      const { status, output } = compile(part)
      expect(status).not.toBe(0)
      for (const [place, message] of Object.values(forgotten))
        expect(output.split('\n')).toContainEqual(
          expect.stringMatching(`^${place.replaceAll('.', '\\.')}\\(.*${message}`),
        )
    },
  )
})

/** Serves a data folder with the code of the copy, on a free port. */
async function serve(data: string) {
  const args = ['server/main.mjs', 'serve', '--data', data, '--port', '0', '--json']
  const server = await untilReady(
    spawn(process.execPath, args, { cwd: copy, env: environment, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  return { ...server, url: JSON.parse(server.greeting).url as string }
}

/** The status of an answer, and the bytes of its value, or of its error's code. */
async function answerOf(target: string, headers: Readonly<Record<string, string>>, value: RegExp) {
  const response = await fetch(target, { headers })
  const text = await response.text()
  return { status: response.status, value: (response.ok ? value : /"code":("[A-Z]\w+[a-z]")/).exec(text)?.[1] ?? text }
}

async function answersOf(url: string, headers: Readonly<Record<string, string>>, custodianId: string) {
  const rest = `${url}/platform/admin/custodians/${custodianId}/latest_rotation`
  const input = encodeURIComponent(JSON.stringify({ custodianId }))
  const trpc = `${url}/trpc/custodians.latestRotation?input=${input}`
  return {
    rest: await answerOf(rest, { ...headers, accept: mediaTypes.string }, /"value":(.*)\}$/),
    trpc: await answerOf(trpc, headers, /^\{"result":\{"data":(.*)\}\}$/),
  }
}

const both = (status: number, value: string) => ({ rest: { status, value }, trpc: { status, value } })

describe('the operation', () => {
  beforeAll(() => apply())

  test('is in the API documents and in the reference of permissions', () => {
    expect(run(process.execPath, 'scripts/generate-docs.ts')).toEqual({ status: 0, output: '' })
    const read = (name: string) => readFileSync(join(copy, 'docs', name), 'utf8')
    const path = '/platform/admin/custodians/{id}/latest_rotation'
    expect(JSON.parse(read('openapi.json')).paths[path].get.operationId).toBe('custodians.latestRotation')
    expect(read('guides/permissions.md')).toContain(
      `| \`custodians.latestRotation\` | \`GET ${path}\` | \`custodians:read\` |`,
    )
  })

  test('answers over REST and tRPC with the same bytes', async () => {
    const data = join(copy, 'data')
    const { tokens } = JSON.parse(run(process.execPath, 'server/main.mjs', 'demo', '--data', data, '--json').output)
    await using server = await serve(data)
    const ask = (token: string, custodianId: string) =>
      answersOf(server.url, { authorization: `Bearer ${token}` }, custodianId)
    const { rest, trpc } = await ask(tokens.platformAdmin, '11')
    expect(rest).toEqual({ status: 200, value: expect.stringContaining('"custodianId":"11"') })
    expect(trpc).toEqual(rest)
    expect(await ask(tokens.platformAdmin, '999')).toEqual(both(404, '"NotFound"'))
    expect(await ask(tokens.platformAdmin, '0x10')).toEqual(both(400, '"ValidationError"'))
    expect(await ask(tokens.tenantReader, '1')).toEqual(both(403, '"Forbidden"'))
  })

  test('passes the tests that its rows are for', () => {
    const tests = ['parity', 'authorisation-matrix', 'tenants-apart'].map((name) => `test/api/${name}.test.ts`)
    const { status, output } = run(
      bin('vitest'),
      'run',
      '--project',
      'parts',
      ...tests,
      '-t',
      'custodians.latestRotation',
    )
    expect(status, output).toBe(0)
    expect(output).toMatch(/[1-9]\d passed, 0 failed/)
  })
})

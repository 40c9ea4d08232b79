import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staleFiles } from '../../scripts/generate-files.ts'
import { startTestServer } from '../harness/server.ts'

const root = join(import.meta.dirname, '..', '..')
const docs = join(root, 'docs')
const linter = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
const documents = ['openapi.json', 'openapi.strings.json']
let scratch: string

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'strongroom-docs-'))
  await cp(docs, scratch, { recursive: true, filter: (file) => !file.endsWith('.png') })
})
afterAll(() => rm(scratch, { recursive: true }))

/** What the linter says of a document; it must not speak to anybody else. */
async function lint(file: string): Promise<{ totals: { errors: number; warnings: number }; problems: unknown[] }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const run = promisify(execFile)(process.execPath, [linter, 'lint', file, '--format=json'], { cwd: root, env })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  return JSON.parse(stdout)
}

test('the committed OpenAPI documents match the code', () => {
  expect(staleFiles(docs)).toEqual([])
})

test('an outdated OpenAPI document is noticed (control)', async () => {
  const file = join(scratch, 'errors.md')
  await writeFile(file, (await readFile(file, 'utf8')).replace('| 404 |', '| 410 |'))
  expect(staleFiles(scratch)).toEqual(['errors.md'])
})

test.each(documents)('the linter accepts the committed %s', async (name) => {
  const { totals, problems } = await lint(`docs/${name}`)
  expect(problems).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0 })
})

test('the linter would notice an example that its schema does not allow', async () => {
  const document = JSON.parse(await readFile(join(docs, 'openapi.json'), 'utf8'))
  document.paths['/livez'].get.responses[200].content['application/json'].example.isSuccess = false
  const file = join(scratch, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  expect((await lint(file)).totals.errors).toBeGreaterThan(0)
})

test.each(documents)('the server serves the committed %s without a token', async (name) => {
  await using server = await startTestServer()
  const answer = await server.rest(null, `/${name}`)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await answer.text()).toBe(await readFile(join(docs, name), 'utf8'))
})

test('bounds of int64 are written with all their digits', async () => {
  const text = await readFile(join(docs, 'openapi.json'), 'utf8')
  expect(text).toContain('"maximum": 9223372036854775807')
  expect(text).not.toContain('9223372036854776000')
})

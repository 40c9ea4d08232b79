import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestServer } from '../harness/server.ts'
import {
  compile,
  exactReading,
  execute,
  missingTools,
  neighbourId,
  openWorkbench,
  roundedAmount,
  run,
  startExactServer,
  tool,
} from './workbench.ts'

const docs = join(import.meta.dirname, '..', '..', 'docs')
let server: TestServer
let env: object

beforeAll(async () => {
  server = await startExactServer()
  env = { SERVER_URL: server.url, SERVER_TOKEN: await server.token() }
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(({ skip }) => skip(missingTools !== null, missingTools ?? undefined))

const generators = {
  'openapi-fetch': (document: string, folder: string) =>
    run(tool('openapi-typescript'), [join(docs, document), '--output', join(folder, 'schema.ts')], { cwd: folder }),
  'hey-api': (document: string, folder: string) =>
    run(tool('openapi-ts'), ['--input', join(docs, document), '--output', join(folder, 'generated'), '--silent'], {
      cwd: folder,
    }),
}

/** What a client reads that is generated from a document. */
async function readingOf(name: keyof typeof generators, form: 'strings' | 'numbers'): Promise<unknown> {
  await using bench = await openWorkbench('own')
  const program = `${name}-${form}.ts`
  await generators[name](form === 'strings' ? 'openapi.strings.json' : 'openapi.json', bench.folder)
  await bench.add(program)
  await compile(bench.folder, program)
  return await execute(bench.folder, program, env)
}

describe.each(Object.keys(generators) as (keyof typeof generators)[])('a client that %s makes', (name) => {
  test('of the document with strings compiles strictly, must send Accept, and is exact', async () => {
    expect(await readingOf(name, 'strings')).toEqual(exactReading)
  }, 120_000)

  test('control: of the document with numbers rounds the amount, and asks for another tenant', async () => {
    expect(await readingOf(name, 'numbers')).toMatchObject({
      amount: roundedAmount,
      status: 404,
      asked: expect.stringContaining(`/tenant/${neighbourId}/`),
    })
  }, 120_000)
})

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mediaTypes } from '../../server/http/response/number-form.ts'
import type { TestServer } from '../harness/server.ts'
import { lacking } from '../package/missing.ts'
import { exactReading, roundedAmount, run, startExactServer } from './workbench.ts'

const program = join(import.meta.dirname, 'programs', 'read.py')
let server: TestServer
let env: object

beforeAll(async () => {
  server = await startExactServer()
  env = { SERVER_URL: server.url, SERVER_TOKEN: await server.token() }
})
afterAll(() => server[Symbol.asyncDispose]())

/** Why a library cannot be asked here, or null. */
async function missingLibrary(name: string): Promise<string | null> {
  const missing = lacking('python3')
  if (missing) return missing
  return run('python3', ['-c', `import ${name}`]).then(
    () => null,
    () => `missing on this machine: Python's ${name} (Debian: python3-requests)`,
  )
}

const read = async (library: string, accept: string) =>
  JSON.parse(await run('python3', [program, library, accept], { env }))

describe.each(['urllib', 'requests'])('a Python program that uses %s', (library) => {
  test('reads IDs and amounts exactly if it requests strings', async ({ skip }) => {
    const missing = await missingLibrary(library)
    skip(missing !== null, missing ?? undefined)
    expect(await read(library, mediaTypes.string)).toEqual(exactReading)
  })

  test('control: rounds the amount if it does not', async ({ skip }) => {
    const missing = await missingLibrary(library)
    skip(missing !== null, missing ?? undefined)
    const { amount, type } = await read(library, '*/*')
    expect(amount).toBe(roundedAmount)
    expect(type).not.toContain('numbers')
  })
})

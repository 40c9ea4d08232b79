import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { packageClient } from '../../scripts/package-client.ts'
import { readPage } from '../docs/pages.ts'
import {
  compile,
  compilers,
  custodianId,
  exactReading,
  execute,
  missingTools,
  openWorkbench,
  runNpm,
  startExactServer,
} from './workbench.ts'

const program = 'client-package.ts'
let output: string
let tarball: string
let bench: Awaited<ReturnType<typeof openWorkbench>>
let missing: string | null

beforeAll(async () => {
  output = await mkdtemp(join(tmpdir(), 'strongroom-tarball-'))
  tarball = packageClient(output)
  bench = await openWorkbench('none')
  missing = await runNpm(['install', tarball], bench.folder)
  await bench.add(program)
}, 600_000)
afterAll(async () => {
  await bench[Symbol.asyncDispose]()
  await rm(output, { recursive: true })
})

beforeEach(({ skip }) => skip(missing !== null, missing ?? undefined))

const contents = () =>
  execFileSync('tar', ['-xzOf', tarball, '--wildcards', 'package/*.d.ts', 'package/package.json']).toString()

test('the client package has few files, and its types depend only on tRPC', () => {
  const files = execFileSync('tar', ['-tzf', tarball]).toString().trim().split('\n').toSorted()
  const names = ['LICENSE', 'NOTICE', 'README.md', 'client.d.ts', 'client.js', 'package.json', 'router.d.ts']
  expect(files).toEqual(names.map((name) => `package/${name}`))
  expect(contents()).not.toMatch(/zod|(?<!\.d)\.ts['"]/)
})

test.for(Object.keys(compilers) as (keyof typeof compilers)[])(
  "a project with the client package type-checks with %s, and so do the package's declarations",
  { timeout: 600_000 },
  async (compiler, { skip }) => {
    skip(compiler === 'TypeScript 5' && missingTools !== null, missingTools ?? undefined)
    await compile(bench.folder, program, { compiler })
    const faults = await compile(bench.folder, program, { compiler, checkLibraries: true }).then(
      () => [],
      (error: Error) => error.message.split('\n').filter((line) => line.includes('error TS')),
    )
    // tRPC's declarations name modules of Node and a library for WebSockets, which no caller needs.
    expect(faults.filter((line) => !line.startsWith('node_modules/@trpc/server/'))).toEqual([])
  },
)

test.each(['README.md', 'docs/client.md'])(
  'the TypeScript of %s type-checks in a project with the client package',
  async (page) => {
    const given =
      'declare const process: { env: Record<string, string> }, token: string, apiKey: string, secretApiKey: string\n'
    const snippets = readPage(page).blocks.filter(({ language }) => language === 'ts')
    expect(snippets.length).toBeGreaterThan(0)
    await writeFile(join(bench.folder, 'page.ts'), given + snippets.map(({ text }) => text).join('\n'))
    await compile(bench.folder, 'page.ts', { compiler: 'TypeScript 7' })
  },
  600_000,
)

test('a project with the client package calls a server: exact numbers, batches, single mutations and failures', async () => {
  const oneIsRefused = Promise.withResolvers<void>()
  const write = (line: string) => {
    if (line.includes('RotationInProgress')) oneIsRefused.resolve()
  }
  await using server = await startExactServer({ log: pino({ level: 'info' }, { write }) })
  const pairs = [
    await server.credentials('copper', { account: 'one' }),
    await server.credentials('copper', { account: 'one' }),
  ]
  const env = { SERVER_URL: `${server.url}/`, SERVER_TOKEN: await server.token(), KEYS: JSON.stringify(pairs) }
  await compile(bench.folder, program, { compiler: 'TypeScript 7' })
  // The program's two rotations overlap: the provider answers the one that began once the other is refused.
  server.simulator.onRequest(() => oneIsRefused.promise)
  expect(await execute(bench.folder, program, env)).toEqual({
    amount: exactReading.amount,
    custodianId,
    walletId: exactReading.walletId,
    many: 80,
    outcomes: ['RotationInProgress', 'true'],
    found: 1,
    code: 'NotFound',
    requestId: 'string',
    unreachable: null,
    refused: true,
    tellsToken: false,
  })
})

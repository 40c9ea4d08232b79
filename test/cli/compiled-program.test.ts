import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, statSync } from 'node:fs'
import { appendFile, cp, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentProgram, hashOf, programsIn, recordIn } from '../../server/platform/compiled-program.mjs'
import { environment, root } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { makeDemo } from './demo-answer.ts'

/** A checkout of its own, with the packages of this one. */
async function makeCheckout(folder: string): Promise<void> {
  for (const part of ['package.json', 'server', 'shared', 'scripts'])
    await cp(join(root, part), join(folder, part), { recursive: true })
  const modules = join(folder, 'node_modules')
  await mkdir(modules)
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '.cache') await symlink(join(root, 'node_modules', name), join(modules, name))
}

const run = (folder: string, args: readonly string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: folder, env: environment() })

/** Runs command lines with one of the two forms of the program, in one process. */
const caller = `const { run } = require(process.argv[1])
;(async () => { for (const line of process.argv.slice(2)) await run(line.split(' ')) })()`

const helpTexts = ['', 'serve', 'demo', 'token create', 'token list', 'token revoke', 'import', 'provider-simulator']
  .concat('audit verify', 'audit export', 'reserves export', 'keys list', 'keys rotate', 'backup create')
  .concat('backup inspect', 'backup restore', 'doctor')
  .map((command) => `${command} --help`.trim())

/** What the API answers without and with a token; the bytes, without what each request has of its own. */
async function answersOf(url: string, token: string): Promise<readonly unknown[]> {
  const paths = ['/livez', '/readyz', '/openapi.json', '/docs/', '/docs/static/plugin.js', '/nowhere']
    .concat('session', 'tenants', 'custodians', 'reports/reserves', 'audit')
    .map((path) => (path.startsWith('/') ? path : `/platform/admin/${path}`))
    .concat('/trpc/session.whoAmI')
  const headers = { authorization: `Bearer ${token}` }
  return Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(url + path, { headers })
      return [path, answer.status, (await answer.text()).replace(/"requestId":"[^"]+"/g, '')]
    }),
  )
}

describe('a checkout', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  const strongroom = async (...args: readonly string[]) => {
    const { stdout, stderr } = await run(folder.path, ['server/main.mjs', ...args])
    return stderr + stdout
  }
  const compile = () => run(folder.path, ['scripts/build-program.ts'])
  const program = () => currentProgram(folder.path) ?? 'none'
  const mark = () => appendFile(join(program(), 'strongroom.js'), "\nprocess.stderr.write('compiled ')\n")
  const bothForms = () => [join(program(), 'strongroom.js'), join(folder.path, 'server/cli/run.ts')]

  beforeAll(async () => {
    folder = await temporaryFolder()
    await makeCheckout(folder.path)
  })
  afterAll(() => folder[Symbol.asyncDispose]())

  test('runs its sources until they are compiled, then the program', async () => {
    expect(await strongroom('--version')).toMatch(/^\d/)
    await compile()
    await mark()
    expect(await strongroom('--version')).toMatch(/^compiled \d/)
  })

  test('prints the same help in both forms', async () => {
    const [compiled, fromSources] = await Promise.all(
      bothForms().map(async (entry) => (await run(folder.path, ['-e', caller, entry, ...helpTexts])).stdout),
    )
    expect(compiled).toBe(fromSources)
    expect(compiled?.match(/^Usage: /gm)).toHaveLength(helpTexts.length)
  })

  test.each([
    {
      what: 'an unexpected error',
      line: 'demo --data new',
      fault: "require('node:fs').mkdirSync = () => { throw new TypeError('planted') }",
      thrower: 'server/platform/durable-files.ts',
    },
    {
      what: 'a crash',
      line: 'whoami',
      fault: "process.stderr.write = (text) => { if (text.startsWith('strongroom')) throw new TypeError('planted') }",
      thrower: 'server/cli/report.ts',
    },
  ])(
    'names files and lines of the sources in the stack trace of $what, in both forms',
    async ({ line, fault, thrower }) => {
      const preload = join(folder.path, 'fault.cjs')
      await writeFile(preload, fault)
      const traces = bothForms().map(async (entry) => {
        const failed = run(folder.path, ['--require', preload, '-e', caller, entry, line])
        const { stderr } = (await failed.catch((error: unknown) => error)) as { stderr: string }
        expect(stderr).toContain('TypeError: planted')
        return stderr.match(/server\/[\w/.-]+\.\w+:\d+(?=:\d+\)?$)/gm)
      })
      const [compiled, fromSources] = await Promise.all(traces)
      expect(compiled).toEqual(fromSources)
      expect(compiled?.[0]).toContain(thrower)
    },
  )

  test('holds no path of the machine that compiled it', () => {
    const maps = globSync('**/*.js.map', { cwd: program() }).map((name) => readFileSync(join(program(), name), 'utf8'))
    const sources = maps.flatMap((map) => (JSON.parse(map) as { sources: string[] }).sources)
    expect(sources).toContain('server/cli/run.ts')
    expect(sources.filter((source) => !/^(server|shared|node_modules)\//.test(source))).toEqual([])
  })

  test('answers the same bytes in both forms', async () => {
    const data = join(folder.path, 'data')
    const answers = []
    const { tokens } = await makeDemo(data)
    for (const entry of bothForms()) {
      const server = spawn(
        process.execPath,
        ['-e', caller, entry, `serve --port 0 --json --log-level silent --data ${data}`],
        {
          env: environment(),
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      )
      const [line] = await once(server.stdout, 'data')
      const { url } = JSON.parse(String(line)) as { url: string }
      answers.push(await answersOf(url, tokens.platformAdmin))
      server.kill()
      expect((await once(server, 'exit'))[0]).toBe(0)
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('runs an edited source at once, and keeps the program that a server may be running from', async () => {
    const before = program()
    const source = join(folder.path, 'server/cli/doctor.ts')
    await appendFile(source, "\nprocess.stdout.write('edited ')\n")
    expect(await strongroom('doctor', '--help')).toMatch(/^edited Usage/)
    await compile()
    expect(await strongroom('doctor', '--help')).toMatch(/^edited Usage/)
    await mark()
    expect(await strongroom('doctor', '--help')).toMatch(/^compiled edited Usage/)
    expect((await readdir(programsIn(folder.path))).length).toBe(3)
    expect(await readdir(before)).toContain('strongroom.js')
  })
})

describe('a compiled program is current', () => {
  async function makeCompiled() {
    const folder = await temporaryFolder()
    const path = join(folder.path, 'checkout')
    await mkdir(join(programsIn(path), 'program'), { recursive: true })
    await mkdir(join(path, 'steps'))
    for (const file of ['a.ts', 'steps/1.sql']) await writeFile(join(path, file), 'one')
    const sources = ['a.ts', 'steps', 'steps/1.sql'].map((name) => {
      const { size, ctimeMs: changed } = statSync(join(path, name))
      return [name, { size, changed, hash: hashOf(join(path, name)) }]
    })
    await writeFile(recordIn(path), JSON.stringify({ program: 'program', sources }))
    return { path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
  }

  test('while nothing has changed, in another place too', async () => {
    await using checkout = await makeCompiled()
    expect(currentProgram(checkout.path)).toBe(join(programsIn(checkout.path), 'program'))
    const copy = `${checkout.path}-copy`
    await cp(checkout.path, copy, { recursive: true })
    expect(currentProgram(copy)).toBe(join(programsIn(copy), 'program'))
  })

  test.for<readonly [string, (path: string) => Promise<void>]>([
    ['a source has another text of the same length', (path) => writeFile(join(path, 'a.ts'), 'two')],
    ['a source is gone', (path) => rename(join(path, 'a.ts'), join(path, 'b.ts'))],
    ['a folder has one more file', (path) => writeFile(join(path, 'steps/2.sql'), 'two')],
    ['the program is gone', (path) => rename(join(programsIn(path), 'program'), join(programsIn(path), 'other'))],
    ['its record is cut off', (path) => writeFile(recordIn(path), '{"program":"program","sou')],
  ])('but not when %s', async ([, change]) => {
    await using checkout = await makeCompiled()
    await change(checkout.path)
    expect(currentProgram(checkout.path)).toBeNull()
  })
})

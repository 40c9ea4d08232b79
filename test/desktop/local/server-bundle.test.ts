// @module-tag long
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { untilReady } from '../../cli/serving.ts'
import { ended, environment, type Run, strongroom } from '../../harness/cli.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { bundleForTests } from './bundle.ts'

const bundle = bundleForTests()
const examples = join(import.meta.dirname, '../../../docs/examples')
const swaggerUi = join(import.meta.dirname, '../../../node_modules/@fastify/swagger-ui/static')

const start = (...args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [bundle.entry, ...args], { cwd: '/', env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })

const run = (...args: readonly string[]): Promise<Run> => ended(start(...args))

test('the server bundle requires only Node and better-sqlite3', () => {
  const code = globSync('**/*.js', { cwd: bundle.folder }).filter((name) => !name.startsWith('swagger-ui'))
  const named = code.flatMap((name) =>
    [
      ...readFileSync(join(bundle.folder, name), 'utf8').matchAll(/^(?:let|const) \w+ = require\("([^."][^"]*)"\);$/gm),
    ].map(([, from = '']) => from.replace(/^node:/, '')),
  )
  expect(named).toContain('better-sqlite3')
  expect(named.filter((from) => !builtinModules.includes(from) && from !== 'better-sqlite3')).toEqual([])
})

test.each([[[]], [['serve']], [['import']], [['token', 'create']], [['backup', 'create']]])(
  'the server bundle prints the same help for %j as the checkout',
  async (command) => {
    const mine = await run(...command, '--help')
    expect(mine).toEqual(await strongroom([...command, '--help']))
    expect(mine.status).toBe(0)
  },
)

test('the server bundle has the version and exit codes of the checkout', async () => {
  expect(await run('--version')).toEqual(await strongroom(['--version']))
  const wrong = await run('token', 'create', '--data', '/nowhere')
  expect(wrong).toEqual(await strongroom(['token', 'create', '--data', '/nowhere']))
  expect(wrong.status).toBe(2)
})

test('the server bundle creates and serves a demo, with the API page and all its files', async () => {
  await using folder = await temporaryFolder()
  await using server = await untilReady(start('serve', '--demo', '--data', folder.path, '--port', '0', '--json'))
  const { url, simulatorUrl } = JSON.parse(server.greeting) as { url: string; simulatorUrl: string }
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${simulatorUrl}/v1/workspace`)).status).toBe(401)
  expect(await (await fetch(`${url}/docs`)).text()).toContain('Strongroom API')
  for (const name of readdirSync(swaggerUi).filter((each) => each.startsWith('swagger-ui'))) {
    const served = Buffer.from(await (await fetch(`${url}/docs/static/${name}`)).arrayBuffer())
    expect(served.equals(readFileSync(join(swaggerUi, name)))).toBe(true)
  }
  expect(await (await fetch(`${url}/docs/static/theme/plugin.js`)).text()).toContain('SwaggerUIBundle')
  expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
  expect((await server.stop()).status).toBe(0)
})

test('the server bundle imports, backs up, restores and verifies', async () => {
  await using folder = await temporaryFolder()
  const [dataDir, backup, restored] = ['data', 'backup.tar', 'restored'].map((name) => join(folder.path, name))
  if (!dataDir || !backup || !restored) throw new Error('no names')
  const files = readdirSync(examples).map((name) => join(examples, name))
  const imported = await run('import', ...files, '--data', dataDir, '--json')
  expect(imported.status).toBe(0)
  const results = (JSON.parse(imported.stdout) as { files: { kind: string; added: number }[] }).files
  expect(results.every(({ kind, added }) => kind !== null && added > 0)).toBe(true)
  expect((await run('backup', 'create', backup, '--data', dataDir)).status).toBe(0)
  expect((await run('backup', 'restore', backup, '--data', restored)).status).toBe(0)
  for (const name of [dataDir, restored]) {
    expect(await run('audit', 'verify', '--data', name)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^ok: /),
    })
    expect((await run('doctor', '--data', name, '--key-file', join(dataDir, 'keys/kek'))).status).toBe(0)
  }
})

/** Serves a demo with the flags of an Electron utility process; SIGUSR2 causes an unhandled rejection. */
function serveInUtility(entry: string, data: string): ChildProcess {
  const mistake = `process.on('SIGUSR2', () => void Promise.reject(new Error('an unhandled rejection')))`
  const how = ['--unhandled-rejections=warn-with-error-code', '--import', `data:text/javascript,${encodeURI(mistake)}`]
  const args = ['serve', '--demo', '--data', data, '--port', '0', '--json']
  return spawn(process.execPath, [...how, entry, ...args], { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
}

test('an unhandled rejection ends the server bundle, even where Electron would only warn', async () => {
  await using folder = await temporaryFolder()
  await using server = await untilReady(serveInUtility(bundle.entry, folder.path))
  expect(await server.stop('SIGUSR2')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Error: an unhandled rejection'),
  })
})

test('without the listener of the bundle the server survives an unhandled rejection (control)', async () => {
  await using folder = await temporaryFolder()
  const child = serveInUtility(join(import.meta.dirname, '../../../server/main.mjs'), folder.path)
  await using server = await untilReady(child)
  const { url } = JSON.parse(server.greeting) as { url: string }
  child.kill('SIGUSR2')
  await once(child.stderr as NodeJS.EventEmitter, 'data')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await server.stop()).toMatchObject({ stderr: expect.stringContaining('an unhandled rejection') })
})

test('a reader that closes the pipe early does not fail the server bundle', async () => {
  await using folder = await temporaryFolder()
  expect((await run('demo', '--data', folder.path)).status).toBe(0)
  const exporting = start('audit', 'export', '--data', folder.path)
  exporting.stdout?.destroy()
  const said = exporting.stderr ? await text(exporting.stderr) : ''
  expect({ status: exporting.exitCode ?? (await once(exporting, 'exit'))[0], said }).toEqual({ status: 0, said: '' })
})

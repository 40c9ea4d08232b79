import { execFile } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { strongroom, strongroomJson } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { newDatabase } from './demo-answer.ts'
import { type ServingProcess, serving } from './serving.ts'

const serveDemo = (dataDir: string, place: readonly string[] = []) =>
  serving(['serve', '--demo', '--data', dataDir, '--port', '0', ...place], { ready: /more keys .*\n$/ })

const linesOf = ({ greeting }: ServingProcess) => greeting.split('\n').filter((line) => line.startsWith('curl '))

/** Pastes a line into a shell. */
async function paste(line: string) {
  const { stdout } = await promisify(execFile)('bash', ['-c', line], { env: { PATH: process.env.PATH, HOME: '/' } })
  return JSON.parse(stdout) as { isSuccess: boolean; value: { success: boolean; records: { details: object }[] } }
}

async function expectLinesToWork(server: ServingProcess): Promise<void> {
  const [succeeding = '', failing = '', audit = '', ...more] = linesOf(server)
  expect(more).toEqual([])
  expect(await paste(succeeding)).toMatchObject({ isSuccess: true, value: { success: true } })
  expect(await paste(failing)).toMatchObject({
    isSuccess: false,
    error: { message: expect.stringContaining('old keys are still active') },
    value: { success: false, isWrongCredentials: true },
  })
  const { value } = await paste(audit)
  expect(value.records.map(({ details }) => details)).toMatchObject([
    { outcome: 'refused', verdict: 'wrong-credentials' },
    {},
    { outcome: 'stored', verdict: 'valid' },
    {},
  ])
}

test.for([
  { where: 'a folder', isDatabase: false },
  { where: 'a database', isDatabase: true },
])(
  'the commands printed by serve --demo work unchanged in $where, also on a second start',
  async ({ isDatabase }, { skip }) => {
    skip(isDatabase && noPostgres !== null, noPostgres ?? undefined)
    await using folder = await temporaryFolder()
    const dataDir = join(folder.path, "it's a demo")
    const place = isDatabase ? await newDatabase(folder.path) : []
    for (const _start of ['first', 'second']) {
      await using server = await serveDemo(dataDir, place)
      await expectLinesToWork(server)
      expect((await server.stop()).status).toBe(0)
    }
    const records = await strongroom(['audit', 'export', '--kind', 'rotation.ended', '--data', dataDir, ...place])
    const custodians = records.stdout.matchAll(/"custodianId":"?(\d+)/g)
    expect([...custodians].map(([, id]) => id).sort(), 'one demo for both starts').toEqual([
      '11',
      '12',
      '12',
      '12',
      '12',
      '12',
      '21',
      '22',
    ])
  },
)

test('a start whose printed commands are not used leaves no keys behind', async () => {
  await using folder = await temporaryFolder()
  const keysAfterStart = async () => {
    await using _server = await serveDemo(folder.path)
    return JSON.parse(await readFile(join(folder.path, 'simulator.json'), 'utf8')).keys.length
  }
  expect(await keysAfterStart()).toBe(await keysAfterStart())
})

test('each start creates tokens for 24 hours and revokes the earlier ones', async () => {
  await using folder = await temporaryFolder()
  for (const _start of ['first', 'second']) {
    await using _server = await serveDemo(folder.path)
  }
  const tokens = await strongroomJson<{ name: string; state: string; expiresAt: string }[]>([
    'token',
    'list',
    '--data',
    folder.path,
  ])
  const valid = tokens.filter(({ state }) => state === 'valid')
  expect(valid.map(({ name }) => name)).toEqual([
    'demo-platform-admin',
    'demo-operator',
    'demo-tenant-reader',
    'demo-other-tenant-reader',
  ])
  for (const { expiresAt } of valid)
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 86_400_000)).toBeLessThan(600_000)
  expect(tokens.filter(({ state }) => state === 'revoked').length).toBeGreaterThanOrEqual(valid.length)
})

test('tokens and keys are only in files readable by the owner, neither on a command line nor in the output', async () => {
  await using folder = await temporaryFolder()
  await using server = await serveDemo(folder.path)
  await expectLinesToWork(server)
  const samples = join(folder.path, 'try')
  const secrets: string[] = []
  for (const name of await readdir(samples)) {
    expect((await stat(join(samples, name))).mode & 0o777).toBe(0o600)
    const text = await readFile(join(samples, name), 'utf8')
    if (name.endsWith('.json')) secrets.push(...Object.values(JSON.parse(text)).slice(1).map(String))
    else secrets.push(/srt_\w+/.exec(text)?.[0] ?? 'no token')
  }
  expect(secrets.length).toBeGreaterThan(20)
  expect(secrets).not.toContain('no token')
  const commandLine = await readFile(`/proc/${server.pid}/cmdline`, 'utf8')
  const { stdout, stderr } = await server.stop()
  const seen = commandLine + stdout + stderr
  for (const secret of secrets) expect(seen).not.toContain(JSON.stringify(secret).slice(1, -1))
  // The search does find what is there: the path to a secret.
  expect(seen).toContain(samples)
})

test('data that is not a demo is not served as one', async () => {
  await using folder = await temporaryFolder()
  expect((await strongroom(['token', 'create', '--name', 'a', '--all', '--data', folder.path])).status).toBe(0)
  const before = await readdir(folder.path)
  const { status, stderr } = await strongroom(['serve', '--demo', '--data', folder.path, '--port', '0'])
  expect(stderr).toMatch(/strongroom: [^\n]+not empty[^\n]+--data[^\n]+\n$/)
  expect(status).toBe(1)
  expect(await readdir(folder.path)).toEqual(before)
})

test('a setting for real data does not apply to a demo', async () => {
  await using folder = await temporaryFolder()
  const real = join(folder.path, 'real')
  await writeFile(real, 'this is where a demo would trip')
  const env = { STRONGROOM_DATA: real, XDG_DATA_HOME: join(folder.path, 'home') }
  await using server = await serving(['serve', '--demo', '--port', '0'], { ready: /more keys .*\n$/, env })
  expect(server.greeting).toContain(join(folder.path, 'home', 'strongroom-demo'))
})

test('with --json serve --demo prints the one line of every server', async () => {
  await using folder = await temporaryFolder()
  await using server = await serving(['serve', '--demo', '--data', folder.path, '--port', '0', '--json'])
  expect(Object.keys(JSON.parse((await server.stop()).stdout))).toEqual(['url', 'trpcUrl', 'docsUrl', 'simulatorUrl'])
})

import { chmod, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { serveFolder } from '../../cli/serving.ts'
import { bundleForTests } from './bundle.ts'
import { type LocalConsole, last, openLocalConsole } from './local-console.ts'

const bundle = bundleForTests()

/** Root may write everywhere, hence an unprivileged user. */
const strangerUid = process.getuid?.() === 0 ? 65_534 : undefined

const isReady = async (url: string | null) => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200

const killServer = ({ children }: LocalConsole) => process.kill(last(children).pid ?? 0, 'SIGKILL')

const until = (desk: LocalConsole, status: string) => expect.poll(() => desk.server.state().status).toBe(status)

test('the local server is absent before its first start, serves loopback while it runs, and is stopped afterwards', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  expect(desk.server.state()).toEqual({ status: 'absent', isDemo: false, dataDir: null, url: null, lastEnd: null })
  const started = await desk.server.start({ withDemo: false })
  const { url } = desk.server.state()
  expect(started).toEqual({ ok: true, value: { url } })
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await isReady(url)).toBe(true)
  await desk.server.stop()
  expect(await isReady(url)).toBe(false)
  const dataDir = join(desk.dataRoot, 'local')
  expect(desk.server.state()).toEqual({ status: 'stopped', isDemo: false, dataDir, url: null, lastEnd: null })
  expect(desk.statuses).toEqual(['starting', 'running', 'stopped'])
})

test('server settings in the environment do not reach the local server', async () => {
  vi.stubEnv('STRONGROOM_HOST', '192.0.2.1')
  vi.stubEnv('STRONGROOM_DEMO', 'true')
  await using desk = await openLocalConsole(bundle.entry)
  await desk.server.start({ withDemo: false })
  vi.unstubAllEnvs()
  expect(desk.server.state()).toMatchObject({ status: 'running', isDemo: false })
  expect(desk.server.state().url).toMatch(/^http:\/\/127\.0\.0\.1:/)
})

test('stopping the local server lets it shut down gracefully', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  await desk.server.start({ withDemo: false })
  const ended = new Promise((resolve) => last(desk.children).once('exit', resolve))
  await desk.server.stop()
  expect(await ended).toBe(0)
})

test('only their owner may enter the folders of the local server, and the key is stored apart from the data', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  await desk.server.start({ withDemo: false })
  const modeOf = async (name: string) => ((await stat(join(desk.dataRoot, name))).mode & 0o777).toString(8)
  expect(await modeOf('local')).toBe('700')
  expect(await modeOf('local-key')).toBe('700')
  expect(await modeOf('local-key/kek')).toBe('400')
  expect(desk.server.log().join('\n')).not.toContain('the master key is in the data folder')
})

test('a demo has its own folder and replaces the running server', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  await desk.server.start({ withDemo: false })
  const before = desk.server.state().url
  await desk.server.start({ withDemo: true })
  expect(desk.server.state()).toMatchObject({
    status: 'running',
    isDemo: true,
    dataDir: join(desk.dataRoot, 'local-demo'),
  })
  expect(await isReady(before)).toBe(false)
  expect(await isReady(desk.server.state().url)).toBe(true)
})

test('starting a local server that already runs changes nothing', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const [first, second] = await Promise.all([1, 2].map(() => desk.server.start({ withDemo: false })))
  expect(second).toEqual(first)
  expect(desk.children).toHaveLength(1)
})

test('a killed local server is restarted', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  await desk.server.start({ withDemo: false })
  killServer(desk)
  await expect.poll(() => desk.children.length).toBe(2)
  await until(desk, 'running')
  expect(await isReady(desk.server.state().url)).toBe(true)
  expect(desk.server.state().lastEnd).toContain('ended unexpectedly')
  expect(desk.statuses).toEqual(['starting', 'running', 'starting', 'starting', 'running'])
})

test('a local server that exits four times in a minute is not restarted, and shows why until it is started again', {
  tags: ['long'],
}, async () => {
  await using desk = await openLocalConsole(bundle.entry)
  await desk.server.start({ withDemo: false })
  for (const children of [2, 3, 4]) {
    killServer(desk)
    await expect.poll(() => desk.children.length).toBe(children)
    await until(desk, 'running')
  }
  killServer(desk)
  await until(desk, 'crashed')
  expect(desk.server.state()).toMatchObject({ url: null, lastEnd: expect.stringContaining('Start it again') })
  expect(desk.children).toHaveLength(4)
  expect(await desk.server.start({ withDemo: false })).toMatchObject({ ok: true })
  expect(desk.server.state().lastEnd).toBe(null)
})

test('a local server that waits for its restart can be stopped', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  await desk.server.start({ withDemo: false })
  killServer(desk)
  await until(desk, 'starting')
  await desk.server.stop()
  expect(desk.server.state()).toMatchObject({ status: 'stopped', url: null })
  for (const { pid } of desk.children) expect(() => process.kill(pid ?? 0, 0)).toThrow()
})

test('a folder that another server uses is not served twice, and the reason is shown', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  const dataDir = join(desk.dataRoot, 'local')
  const key = join(desk.dataRoot, 'local-demo', 'keys', 'kek')
  await using byHand = await serveFolder(dataDir, '--key-file', key)
  const started = await desk.server.start({ withDemo: false })
  expect(started).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('another Strongroom server is using it') },
  })
  expect(desk.server.state()).toMatchObject({
    status: 'crashed',
    lastEnd: expect.stringContaining('another Strongroom'),
  })
  await byHand.stop()
  expect(await desk.server.start({ withDemo: false })).toMatchObject({ ok: true })
})

test('a missing key file is reported, and once restored the server starts again', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  await desk.server.start({ withDemo: true })
  await desk.server.stop()
  const key = join(desk.dataRoot, 'local-demo', 'keys', 'kek')
  await rename(key, `${key}.away`)
  const started = await desk.server.start({ withDemo: true })
  expect(started).toMatchObject({ ok: false, error: { message: expect.stringContaining(key) } })
  expect(desk.server.state().lastEnd).toContain('Restore the key file')
  await rename(`${key}.away`, key)
  expect(await desk.server.start({ withDemo: true })).toMatchObject({ ok: true })
})

test('an unusable data folder is reported with the reason', async () => {
  await using desk = await openLocalConsole(bundle.entry)
  await writeFile(join(desk.dataRoot, 'local'), 'a file where the folder should be')
  const started = await desk.server.start({ withDemo: false })
  expect(started).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining(join(desk.dataRoot, 'local')) },
  })
  expect(desk.server.state().status).toBe('crashed')
})

test('a read-only data folder is reported with the reason', async () => {
  await using desk = await openLocalConsole(bundle.entry, { uid: strangerUid })
  const dataDir = join(desk.dataRoot, 'local')
  for (const folder of [desk.dataRoot, dirname(dirname(bundle.folder))]) await chmod(folder, 0o755)
  const refusal = async () => {
    const started = await desk.server.start({ withDemo: false })
    return started.ok ? 'served' : `${started.error.message}. ${started.error.nextStep}`
  }
  await chmod(desk.dataRoot, 0o555)
  expect(await refusal()).toBe(`permission denied: ${dataDir}. Change the permissions, or choose another one.`)
  await chmod(desk.dataRoot, 0o755)
  await mkdir(dataDir, { mode: 0o555 })
  expect(await refusal()).toMatch(
    /^The data folder cannot be used: permission denied: cannot write to .+ Run the command as the user/,
  )
})

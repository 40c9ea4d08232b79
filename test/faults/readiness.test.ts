import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Id } from '../../shared/primitives.ts'
import { main } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { operatorAt } from '../harness/operator.ts'
import { startTestServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { until } from '../harness/until.ts'
import { type Scene, setScene } from './scene.ts'
import { mountProblem, startOnSmallDisk } from './small-disk.ts'
import { type Injection, straceProblem } from './strace.ts'

const only = '1' as Id
const timeout = 120_000

async function readyz({ url }: { readonly url: string }) {
  const response = await fetch(`${url}/readyz`)
  const { error } = (await response.json()) as { error: { info: string[] } | null }
  return { status: response.status, reason: error?.info[0] ?? null }
}

const isReady = async (server: { readonly url: string }) => (await readyz(server)).status === 200

async function startUnder(scene: Scene, fault: Injection) {
  const child = await scene.start(fault)
  if (!child) throw new Error('the server ended before it listened')
  return child
}

const walOf = ({ dataDir }: Scene) => join(dataDir, 'strongroom.db-wal')

test.for([
  ['fsync fails for ever', { call: 'fsync', fault: 'error=EIO:when=1+' }, 'reason=write-failed'],
  ['writes fail for ever', { call: 'pwrite64', fault: 'error=EIO:when=1+' }, 'reason=write-failed'],
  ['there is no room', { call: 'pwrite64', fault: 'error=ENOSPC:when=1+' }, 'reason=disk-full'],
  ['the anchor cannot be written', { call: 'fdatasync,rename', fault: 'error=EIO:when=1+' }, 'reason=write-failed'],
] as const)(
  'when %s, the server is not ready and gives the reason',
  { timeout },
  async ([, fault, reason], { skip }) => {
    skip(straceProblem !== null, straceProblem ?? '')
    await using scene = await setScene()
    await using child = await startUnder(
      scene,
      fault.call === 'fdatasync,rename' ? fault : { ...fault, path: walOf(scene) },
    )
    expect(await isReady(child), 'before anything was written').toBe(true)
    expect((await scene.offer(child, only)).answer).toBe('fail')
    expect(await readyz(child)).toEqual({ status: 503, reason })
    await child.kill()
    expect(await scene.examine()).toEqual([])
  },
)

test('once writing works again, the server becomes ready on its own', { timeout }, async ({ skip }) => {
  skip(straceProblem !== null, straceProblem ?? '')
  await using scene = await setScene()
  await using child = await startUnder(scene, { call: 'fsync', fault: 'error=EIO:when=1..3', path: walOf(scene) })
  await scene.offer(child, only)
  expect(await isReady(child)).toBe(false)
  await until(() => isReady(child))
  await until(async () => (await scene.offer(child, only)).answer === 'ok')
})

test('a healthy server writes nothing, however often it is probed', async ({ server }) => {
  const before = await server.data.truth.everything()
  for (let times = 0; times < 50; times += 1) expect(await isReady(server)).toBe(true)
  expect(await server.data.truth.everything()).toEqual(before)
})

test('a full disk makes the server not ready until space is free again', { timeout }, async ({ skip }) => {
  skip(mountProblem !== null, mountProblem ?? '')
  await using disk = await startOnSmallDisk()
  const { server } = disk
  const operator = await operatorAt(server)
  disk.fillDisk()
  await until(
    async () => (await operator.rotate(await server.credentials('copper'))).body.error?.code === 'StorageFull',
  )
  expect(await readyz(server)).toEqual({ status: 503, reason: 'reason=disk-full' })
  disk.freeDisk()
  await until(() => isReady(server))
})

/** Runs a command on a folder that is mounted read-only for it. */
function runReadOnly(dataDir: string, words: readonly string[]) {
  const line = [process.execPath, main, ...words, '--data', dataDir]
  const script = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
  return spawnSync('unshare', ['-m', 'sh', '-c', script, dataDir, ...line], { encoding: 'utf8' })
}

test.for([[['serve', '--port', '0']], [['token', 'create', '--name', 'ada', '--all']], [['doctor']]])(
  '%j on a read-only folder reports it with a next step',
  { timeout },
  async ([words], { skip }) => {
    skip(mountProblem !== null, mountProblem ?? '')
    await using folder = await temporaryFolder()
    await using server = await startTestServer({ dataDir: folder.path })
    await server[Symbol.asyncDispose]()
    const { status, stdout, stderr } = runReadOnly(folder.path, words as string[])
    expect(status).toBe(1)
    expect(stdout + stderr).toContain('on a file system that is mounted read-only')
    expect(stdout + stderr).toContain('Mount it for writing')
  },
)

test('a folder without write permission is reported with its owner', async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root may write everywhere')
  await using folder = await temporaryFolder()
  chmodSync(folder.path, 0o500)
  const { stderr } = spawnSync(process.execPath, [main, 'serve', '--data', folder.path], {
    encoding: 'utf8',
  })
  chmodSync(folder.path, 0o700)
  expect(stderr).toContain('permission denied: cannot write to')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ended, start, strongroom } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** A server that is to stop with a process, which is started for it. */
async function serveFor(folder: string) {
  const owner = spawn('sleep', ['600'])
  await once(owner, 'spawn')
  const args = ['--data', folder, '--port', '0', '--json', '--while-runs', `${owner.pid}`]
  const server = start(['serve', ...args])
  const [line] = await once(server.stdout as NodeJS.ReadableStream, 'data')
  return { owner, url: String(JSON.parse(String(line)).url), end: ended(server) }
}

test('serve --while-runs stops gracefully soon after that process has ended, and not before', async () => {
  await using folder = await temporaryFolder()
  await using another = await temporaryFolder()
  const [running, orphaned] = await Promise.all([serveFor(folder.path), serveFor(another.path)])
  orphaned.owner.kill('SIGKILL')
  expect((await orphaned.end).status).toBe(0)
  // The first server has looked for its process at least as often as the second, which found its own gone.
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  running.owner.kill('SIGKILL')
  expect((await running.end).status).toBe(0)
})

test('serve --while-runs refuses a value that is not a process ID', async () => {
  for (const wrong of ['0', '-1', 'self', '1.5'])
    expect(await strongroom(['serve', `--while-runs=${wrong}`])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('process ID'),
    })
})

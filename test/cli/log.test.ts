import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { ended, start } from '../harness/cli.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** A server whose standard error is not read until the test does. */
async function serveUnread(dataDir: string, ...more: readonly string[]) {
  const child = start(['serve', '--data', dataDir, '--port', '0', '--json', ...more])
  if (!child.stdout) throw new Error('no standard output')
  const [greeting] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, url: (JSON.parse(greeting) as { url: string }).url }
}

/** Requests that are answered 401, each of which is a line of the log. */
async function flood(url: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 50)
    await Promise.all(Array.from({ length: 50 }, async () => (await fetch(`${url}/nowhere`)).arrayBuffer()))
}

const requestsIn = (text: string) => text.split('\n').filter((line) => line.includes('"msg":"request"'))

test('every log line is written when a server has stopped, including the last ones', async () => {
  await using folder = await temporaryFolder()
  const { child, url } = await serveUnread(folder.path)
  const ending = ended(child)
  await flood(url, 200)
  child.kill('SIGTERM')
  const { status, stderr } = await ending
  expect(status).toBe(0)
  expect(requestsIn(stderr)).toHaveLength(200)
  for (const line of requestsIn(stderr)) expect(JSON.parse(line)).toMatchObject({ status: 404, route: null })
})

test.each([
  ['--access-log off', ['--access-log', 'off']],
  ['--log-level warn', ['--log-level', 'warn']],
])('%s logs only refused requests and errors', async (_, options) => {
  await using folder = await temporaryFolder()
  const { child, url } = await serveUnread(folder.path, ...options)
  const ending = ended(child)
  await flood(url, 50)
  await fetch(`${url}/platform/admin/session`)
  child.kill('SIGTERM')
  expect(requestsIn((await ending).stderr).map((line) => JSON.parse(line).status)).toEqual([401])
})

const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

test('a stalled log reader blocks neither requests nor the stop, and costs bounded memory', async ({ skip }) => {
  skip(process.platform !== 'linux', 'memory is read from /proc')
  await using folder = await temporaryFolder()
  const { child, url } = await serveUnread(folder.path)
  await flood(url, 1_000)
  const before = residentMb(child.pid as number)
  await flood(url, 4_000)
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  expect(residentMb(child.pid as number) - before).toBeLessThan(60)
  child.kill('SIGTERM')
  const [status] = await once(child, 'exit')
  expect(status).toBe(0)
})

test('a closed log reader does not end the server', async () => {
  await using folder = await temporaryFolder()
  const { child, url } = await serveUnread(folder.path)
  child.stderr?.destroy()
  await flood(url, 500)
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { lacking } from '../package/missing.ts'
import { serving } from './serving.ts'

const missing = lacking('systemd-notify', 'python3')
beforeEach(({ skip }) => skip(missing !== null, missing ?? undefined))

/** What a service manager does: a datagram socket whose messages are printed. Node cannot open one. */
const program = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('listening', flush=True)
while True:
    print(s.recv(4096).decode().replace('\\n', ' '), flush=True)
`

/** The messages that arrived at a notification socket, in one text. */
async function listen(path: string): Promise<AsyncDisposable & { readonly messages: () => string }> {
  const child: ChildProcess = spawn('python3', ['-c', program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  await expect.poll(() => text).toContain('listening')
  return {
    messages: () => text,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await ended
    },
  }
}

test('systemd hears when the server is ready, that it still runs, and when it stops', async () => {
  await using folder = await temporaryFolder()
  const socket = join(folder.path, 'notify')
  await using manager = await listen(socket)
  const env = { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '400000' }
  const args = ['serve', '--data', join(folder.path, 'data'), '--port', '0', '--json']
  await using server = await serving(args, { env })
  const { url } = JSON.parse(server.greeting) as { url: string }
  await expect.poll(manager.messages).toContain(`READY=1 STATUS=Serving ${url}`)
  await expect.poll(manager.messages).toMatch(/WATCHDOG=1.*WATCHDOG=1/s)
  expect(manager.messages()).not.toContain('STOPPING')
  expect((await server.stop()).status).toBe(0)
  await expect.poll(manager.messages).toMatch(/STOPPING=1 .*EXTEND_TIMEOUT_USEC=25000000/)
})

test('a service manager that cannot be reached does not stop the server', async () => {
  await using folder = await temporaryFolder()
  const env = { NOTIFY_SOCKET: join(folder.path, 'none') }
  const args = ['serve', '--data', join(folder.path, 'data'), '--port', '0', '--json']
  await using server = await serving(args, { env })
  const { url } = JSON.parse(server.greeting) as { url: string }
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const { status, stderr } = await server.stop()
  expect(stderr).toContain('systemd could not be notified')
  expect(status).toBe(0)
})

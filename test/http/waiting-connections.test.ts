import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer } from '../harness/server.ts'

/** More than Node lets wait by itself, which is 511. */
const callers = 600

/** How many connections the system holds for a listener that has not accepted them. */
function waitingAt(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const listening = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find(([, local, , state]) => local?.endsWith(`:${hex}`) && state === '0A')
  return Number.parseInt(listening?.[4]?.split(':')[1] ?? '', 16)
}

/** Connects without a turn of the event loop, so that nothing is accepted. */
async function connectAtOnce(port: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: callers }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await new Promise((resolve) => process.nextTick(resolve))
  return sockets
}

test('600 callers that connect while the event loop is busy all wait for it, and none is dropped', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux lists the connections that wait')
  const most = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  skip(most < callers, `the system lets ${most} connections wait (net.core.somaxconn)`)
  await using server = await startTestServer()
  const port = Number(new URL(server.url).port)
  const sockets = await connectAtOnce(port)
  expect(waitingAt(port)).toBe(callers)
  for (const socket of sockets) socket.destroy()
})

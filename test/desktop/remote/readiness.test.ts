import { expect, test } from 'vitest'
import { createConnections } from '../../../desktop/main/remote/connections.ts'
import { defaultRemoteLimits } from '../../../desktop/main/remote/limits.ts'
import { askReadiness } from '../../../desktop/main/remote/readiness.ts'
import { startTestServer } from '../../harness/server.ts'
import { startHostileServer } from './hostile-server.ts'
import { nastyAnswers, whole } from './nasty-answers.ts'

async function ask(url: string) {
  const limits = { ...defaultRemoteLimits, answerMs: 2_000 }
  await using connections = createConnections(limits)
  return askReadiness({ id: 'desk', url, caFile: null }, { connections, limits })
}

test('a ready server is ready, and one that is about to stop says so with the next step', async () => {
  await using server = await startTestServer()
  expect(await ask(server.url)).toEqual({ isReady: true, said: null })
  server.app.drain()
  expect(await ask(server.url)).toEqual({
    isReady: false,
    said: 'Not ready: the server is about to stop. Send requests to another one.',
  })
})

const unready = (message: string) => JSON.stringify({ isSuccess: false, isFailure: true, error: { message } })
const unavailable = '503 Service Unavailable'

test('what a server says is cut at 500 characters, and a busy server passes for one that says nothing', async () => {
  await using server = await startHostileServer({ nasty: whole(unready('x'.repeat(10_000)), { status: unavailable }) })
  expect(await ask(server.url)).toEqual({ isReady: false, said: 'x'.repeat(500) })
  server.turn({ nasty: whole(unready('Busy.'), { status: unavailable, more: 'retry-after: 1\r\n' }) })
  expect(await ask(server.url)).toEqual({ isReady: false, said: null })
})

test('an answer that is no answer of a server says nothing, and is not taken for ready', async () => {
  await using server = await startHostileServer()
  expect(await ask(server.url), 'the control').toEqual({ isReady: true, said: null })
  for (const [what, [nasty]] of Object.entries(nastyAnswers)) {
    server.turn({ nasty })
    expect(await ask(server.url), what).toEqual({ isReady: false, said: null })
  }
  server.turn({ nasty: whole('<html>Service Unavailable</html>', { status: unavailable, type: 'text/html' }) })
  expect(await ask(server.url)).toEqual({ isReady: false, said: null })
})

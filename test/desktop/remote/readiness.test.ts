import { expect, test } from 'vitest'
import { createConnections } from '../../../desktop/main/remote/connections.ts'
import { defaultRemoteLimits } from '../../../desktop/main/remote/limits.ts'
import { askReadiness } from '../../../desktop/main/remote/readiness.ts'
import { startTestServer } from '../../harness/server.ts'
import { t } from '../harness/words.ts'
import { startHostileServer } from './hostile-server.ts'
import { nastyAnswers, whole } from './nasty-answers.ts'

async function ask(url: string) {
  const limits = { ...defaultRemoteLimits, answerMs: 2_000 }
  await using connections = createConnections(limits)
  return askReadiness({ id: 'desk', url, caFile: null }, { connections, limits })
}

test('a ready server is ready, and one that is about to stop says so in the words of the console', async () => {
  await using server = await startTestServer()
  expect(await ask(server.url)).toEqual({ isReady: true, said: null })
  server.app.drain()
  expect(await ask(server.url)).toEqual({ isReady: false, said: t('network:notReady.draining') })
})

const unready = (message: string, info?: readonly string[]) =>
  JSON.stringify({ isSuccess: false, isFailure: true, error: { message, info } })
const unavailable = '503 Service Unavailable'

test('a reason that the console does not know is shown in the words of the server', async () => {
  await using server = await startHostileServer({ nasty: whole(unready('Full.', ['reason=disk-full'])) })
  expect(await ask(server.url), 'the control').toEqual({ isReady: false, said: t('network:notReady.disk-full') })
  for (const info of [['reason=melted'], ['reason=toString'], ['reason='], ['disk-full'], []]) {
    server.turn({ nasty: whole(unready('The disk melted.', info), { status: unavailable }) })
    expect(await ask(server.url), `${info}`).toEqual({ isReady: false, said: 'The disk melted.' })
  }
})

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

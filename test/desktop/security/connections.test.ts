import { expect, test } from 'vitest'
import { startTestServer } from '../../harness/server.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { t } from '../harness/words.ts'
import { goTo, visitAll } from './visit.ts'

const targets = ({ connections }: OpenConsole) => [...new Set(connections.map(({ target }) => target))]
const hostOf = (url: string) => new URL(url).host

test('the console makes no outbound connection before a server is chosen', async () => {
  await using desk = await openConsole()
  await visitAll(desk.page)
  expect(desk.connections).toEqual([])
  expect(desk.requests.filter(({ outcome }) => outcome !== 'served')).toEqual([])
})

test('a visit to all screens in both themes connects only to the chosen server and violates no policy', async () => {
  await using server = await startTestServer()
  await using desk = await openConsole({ url: server.url, token: await server.token() })
  for (const colorScheme of ['light', 'dark'] as const) {
    await desk.page.emulateMedia({ colorScheme })
    await visitAll(desk.page)
  }
  await desk.electron.power.fire('suspend')
  await desk.page.getByRole('heading', { name: t('lock:title') }).waitFor()
  expect(targets(desk)).toEqual([hostOf(server.url)])
  expect(desk.connections.every(({ process, kind }) => process === 'main' && kind === 'tcp')).toBe(true)
  expect(desk.requests.filter(({ outcome }) => outcome !== 'served')).toEqual([])
  expect(desk.windowOpens).toEqual([])
  expect(desk.consoleComplaints).toEqual([])
  expect(desk.mainErrors).toEqual([])
})

test('a connection elsewhere and a DNS lookup are counted (control)', async () => {
  await using chosen = await startTestServer()
  await using elsewhere = await startTestServer()
  await using desk = await openConsole({ url: elsewhere.url, token: await elsewhere.token() })
  await goTo(desk.page, '/custodians')
  expect(targets(desk)).toEqual([hostOf(elsewhere.url)])
  expect(targets(desk)).not.toContain(hostOf(chosen.url))
  const environment = { label: 'Test', colour: 'teal', isProduction: false }
  const draft = { id: null, name: 'x', url: 'https://nowhere.invalid', environment, caFile: null }
  await desk.page.evaluate(`strongroom.test(${JSON.stringify(draft)})`)
  expect(desk.connections).toContainEqual({ process: 'main', kind: 'dns', target: 'nowhere.invalid' })
})

// @module-tag long
import { expect, test } from 'vitest'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { t } from '../harness/words.ts'

const macOs = { platform: 'darwin' } as const

test('on macOS a click on the dock reopens a closed window with the same security settings', async () => {
  await using open = await openConsole(macOs)
  const { electron, page, mainErrors, requests } = open
  await page.getByRole('heading').first().waitFor()
  const before = requests.length
  await electron.window.close()
  await electron.app.activate()
  await expect.poll(() => requests.slice(before).some(({ url }) => url.endsWith('/index.html'))).toBe(true)
  expect(mainErrors).toEqual([])
})

/** Begins a rotation whose provider answers only once it may go on. */
async function beginRotation({ page, profileId }: OpenConsole, server: TestServer) {
  const arrived = Promise.withResolvers<void>()
  const provider = Promise.withResolvers<void>()
  server.simulator.onRequest(async () => {
    arrived.resolve()
    await provider.promise
  })
  const input = {
    tenantId: tenants.first,
    custodianId: custodians.fireblocks,
    ...(await server.credentials('fireblocks')),
  }
  const call = { profileId, path: 'custodians.updateApiKeys', input }
  const answered = page.evaluate(`window.strongroom.call(${JSON.stringify(call)})`).catch(() => null)
  await arrived.promise
  return { answered, goOn: provider.resolve }
}

const questions = async ({ electron }: OpenConsole) =>
  (await electron.dialogs.asked()).map(({ options }) => JSON.stringify(options)).join()

test('closing the window during a rotation asks first; kept open, it shows the result', async () => {
  await using server = await startTestServer()
  await using open = await openConsole({ url: server.url, token: await server.token() })
  const { answered, goOn } = await beginRotation(open, server)
  await open.electron.dialogs.queue('showMessageBox', { response: 0 })
  await open.electron.window.close()
  await expect.poll(() => questions(open)).toContain(t('system:quit.mutation.message'))
  goOn()
  expect(await answered).toMatchObject({ ok: true })
})

test('on macOS, quitting during a rotation asks once, and ends the console when confirmed', async () => {
  await using server = await startTestServer()
  await using open = await openConsole({ ...macOs, url: server.url, token: await server.token() })
  const { goOn } = await beginRotation(open, server)
  await open.electron.dialogs.queue('showMessageBox', { response: 1 })
  await open.electron.app.quit()
  expect(await open.ended).toEqual({ code: 0, signal: null })
  goOn()
})

import { expect, test } from 'vitest'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { openConsole } from '../harness/console.ts'

const asMac = `data:text/javascript,${encodeURIComponent('Object.defineProperty(process,"platform",{value:"darwin"})')}`

test('a window that was closed on macOS is opened again by a click on the dock, as safe as before', async () => {
  await using open = await openConsole({ env: { NODE_OPTIONS: `--import=${asMac}` } })
  const { electron, page, mainErrors, requests } = open
  await page.getByRole('heading').first().waitFor()
  const before = requests.length
  await electron.window.close()
  await electron.app.activate()
  await expect.poll(() => requests.slice(before).some(({ url }) => url.endsWith('/index.html'))).toBe(true)
  expect(mainErrors).toEqual([])
})

test('closing while keys are rotated asks first; who keeps it open sees the answer', async () => {
  await using server = await startTestServer()
  const token = await server.token()
  await using open = await openConsole({ url: server.url, token })
  const { electron, page, profileId } = open
  const [arrived, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  server.simulator.onRequest(async () => {
    arrived.resolve()
    await goOn.promise
  })
  const input = { tenantId: tenants.first, custodianId: custodians.fireblocks, ...(await server.pair('fireblocks')) }
  const call = { profileId, path: 'custodians.updateApiKeys', input }
  const answered = page.evaluate(`window.strongroom.call(${JSON.stringify(call)})`)
  await arrived.promise
  await electron.dialogs.queue('showMessageBox', { response: 0 })
  await electron.window.close()
  const asked = async () => (await electron.dialogs.asked()).map(({ options }) => JSON.stringify(options)).join()
  await expect.poll(asked).toContain('Keys are being checked or rotated.')
  goOn.resolve()
  expect(await answered).toMatchObject({ ok: true })
})

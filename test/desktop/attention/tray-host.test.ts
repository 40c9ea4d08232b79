import { afterAll, expect, test } from 'vitest'
import { findTrayHost } from '../../../desktop/main/attention/tray-host.ts'
import { missingMocks, startPanel } from '../harness/desktop-services.ts'

const { DBUS_SESSION_BUS_ADDRESS: before } = process.env
function useBus(address: string | undefined): void {
  if (address === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS
  else process.env.DBUS_SESSION_BUS_ADDRESS = address
}
afterAll(() => useBus(before))

test('a desktop has a tray once a panel has registered with the watcher of icons', async ({ skip }) => {
  skip(missingMocks !== null, missingMocks ?? undefined)
  {
    await using panel = await startPanel()
    useBus(panel.env.DBUS_SESSION_BUS_ADDRESS)
    expect(await findTrayHost()).toBe(false)
    await panel.setHost(true)
    expect(await findTrayHost()).toBe(true)
    await panel.setHost(false)
    expect(await findTrayHost()).toBe(false)
  }
  useBus('unix:path=/nonexistent')
  expect(await findTrayHost()).toBe(false)
})

import { startHost } from './start.ts'

/** A process that starts a host on the given app and says so, for a test to end it in every way. */
const [appDir, userData] = process.argv.slice(2) as [string, string]
const host = await startHost({ appDir, userData })
await host.page.evaluate(`fixture.invoke('leave')`)
process.send?.('up')
process.once('message', async () => {
  await host.close()
  process.disconnect()
})

import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fixture as appDir, freshUserData } from './fixture-host.ts'
import { runToEnd } from './run-to-end.ts'
import { startHost } from './start.ts'
import { survivors } from './survivors.ts'

const userData = freshUserData()

test('an app that quits or closes its window ends with its exit code', async () => {
  await using host = await startHost({ appDir, userData })
  await host.electron.menu.click('File', 'quit')
  expect(await host.ended).toEqual({ code: 0, signal: null })
  await expect(host.electron.tray.view()).rejects.toThrow('The app has ended.')
  await using other = await startHost({ appDir, userData })
  await other.page.close()
  expect(await other.ended).toEqual({ code: 0, signal: null })
})

test('a second app cannot open the data folder of the first', async () => {
  await using _ = await startHost({ appDir, userData })
  expect(await runToEnd({ appDir, userData })).toMatchObject({ code: 4 })
})

test('an app that ends or fails before it opens a window is reported with the reason', async () => {
  const refused = { appDir, userData, args: ['--refuse'] }
  await expect(startHost(refused)).rejects.toThrow('The app ended with code 3 before it had loaded a window.')
  expect(await runToEnd(refused)).toMatchObject({ code: 3, connections: [] })
  await expect(startHost({ appDir, userData, args: ['--fail'] })).rejects.toThrow('of the main module')
})

test.each(['closed', 'killed'])('no process is left running when the host is %s', async (how) => {
  const mark = randomUUID()
  const child = fork(fileURLToPath(new URL('./host-child.ts', import.meta.url)), [appDir, userData], {
    env: { ...process.env, STAND_IN_MARK: mark },
    execArgv: [],
  })
  await once(child, 'message')
  expect(survivors(mark).length).toBeGreaterThan(3)
  if (how === 'killed') child.kill('SIGKILL')
  else child.send('close')
  await once(child, 'exit')
  await expect.poll(() => survivors(mark)).toEqual([])
})

import { test as base } from '../../harness/fixtures.ts'
import { type ConsoleOptions, openConsole } from './console.ts'

/**
 * The tests' way to a console, signed in as Ada to a server; a file shares both.
 * A file that extends `consoleOptions` opens it in another way.
 */
export const test = base
  .extend('consoleOptions', { scope: 'file' }, {} as ConsoleOptions)
  .extend('desk', { scope: 'file' }, async ({ server, consoleOptions }, { onCleanup }) => {
    const desk = await openConsole({ url: server.url, token: await server.token({ name: 'Ada' }), ...consoleOptions })
    onCleanup(desk.close)
    return desk
  })
  .extend('page', { scope: 'file' }, ({ desk }) => desk.page)
  /** Another person with every permission. */
  .extend('admin', { scope: 'file' }, async ({ server }) => server.trpc(await server.token({ name: 'Grace' })))

/** The same without a server: the console knows none at its start. */
export const testAlone = base
  .extend('consoleOptions', { scope: 'file' }, {} as ConsoleOptions)
  .extend('desk', { scope: 'file' }, async ({ consoleOptions }, { onCleanup }) => {
    const desk = await openConsole(consoleOptions)
    onCleanup(desk.close)
    return desk
  })
  .extend('page', { scope: 'file' }, ({ desk }) => desk.page)

import { test as base } from 'vitest'
import { copyOfFolder, makeFilledFolder } from './folders.ts'
import { operatorAt } from './operator.ts'
import { startTestServer, type TestConfig } from './server.ts'

type Cleanup = { readonly onCleanup: (work: () => PromiseLike<void>) => void }

/** Hands on what a fixture made, and disposes of it at the end of its scope. */
function owned<Value extends AsyncDisposable>(value: Value, { onCleanup }: Cleanup): Value {
  onCleanup(() => value[Symbol.asyncDispose]())
  return value
}

/**
 * The tests' way to a server and to a data folder: a test that names one of these gets it.
 * A file shares one server. A file that extends `config` gives it other settings.
 */
export const test = base
  .extend('config', { scope: 'file' }, {} as TestConfig)
  .extend('server', { scope: 'file' }, async ({ config }, scope) => owned(await startTestServer(config), scope))
  /** A token with every permission on the whole platform. */
  .extend('token', { scope: 'file' }, ({ server }) => server.token())
  .extend('operator', { scope: 'file' }, ({ server, token }) => operatorAt(server, token))
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('template', { scope: 'file' }, async ({}, scope) => owned(await makeFilledFolder(), scope))
  /** The data folder of a stopped server with 8 custodians, for one test alone. */
  .extend('folder', async ({ template }, scope) => owned(await copyOfFolder(template), scope))

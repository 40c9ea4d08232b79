import { startFaultProxy } from '../../harness/fault-proxy.ts'
import type { TestServer } from '../../harness/server.ts'
import { type ConsoleOptions, openConsole } from '../harness/console.ts'
import type { Stage } from './place.ts'

export type StageOptions = Pick<ConsoleOptions, 'bundle' | 'settings' | 'environment' | 'viewport'>

type Setting = Pick<Stage, 'operator' | 'account'> & StageOptions

/** A console that is signed in to a server, without motion. */
export async function openStage(
  server: TestServer,
  { operator, account, ...options }: Setting,
): Promise<Stage & AsyncDisposable> {
  const proxy = await startFaultProxy(server.url)
  const desk = await openConsole({ ...options, url: proxy.url, token: await server.token({ name: operator }) })
  await desk.page.emulateMedia({ reducedMotion: 'reduce' })
  const admin = server.trpc(await server.token({ name: 'Mary' }))
  return {
    ...desk,
    server,
    proxy,
    admin,
    operator,
    account,
    async [Symbol.asyncDispose]() {
      await desk.close()
      await proxy[Symbol.asyncDispose]()
    },
  }
}

import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Store } from '../../server/store/store.ts'
import { StoreError } from '../../server/store/store-error.ts'
import { type Loss, type OtherServer, type OtherServerOptions, ServerKilled } from './engine.ts'

export type Call = { readonly id: number; readonly method: string; readonly input: readonly unknown[] }
export type CallAnswer =
  | { readonly id: number; readonly output: unknown }
  | {
      readonly id: number
      readonly thrown: { readonly isStoreError: boolean; readonly message: string; readonly members: object }
    }

type Settings = OtherServerOptions & { readonly engine: string; readonly dataDir: string }

const script = fileURLToPath(new URL('./other-server-child.ts', import.meta.url))
const preloads = {
  dieAt: fileURLToPath(new URL('./engines/die-at.ts', import.meta.url)),
  loses: fileURLToPath(new URL('./engines/lose-answers.ts', import.meta.url)),
  ignoresVersions: fileURLToPath(new URL('./engines/no-version-check.ts', import.meta.url)),
  ignoresFates: fileURLToPath(new URL('./engines/no-fates.ts', import.meta.url)),
}

/** The file by which a process is given the answers that it is to lose. */
function losses(dataDir: string) {
  const file = `${dataDir}.${randomUUID()}.losses`
  return {
    file,
    lose: ({ isCommitted, times }: Loss) => {
      if (times > 0) writeFileSync(file, `${isCommitted ? 'committed' : 'uncommitted'} ${times}`)
      else rmSync(file, { force: true })
    },
    toLose: () => (existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) : 0),
  }
}

/** Starts a process that opens the store of that engine over the folder and does what it is asked. */
export async function startOtherServer(settings: Settings): Promise<OtherServer> {
  const { engine, dataDir, dieAt, loses, ...controls } = settings
  const { file, lose, toLose } = losses(dataDir)
  if (loses) lose(loses)
  const child = fork(script, [engine, dataDir], {
    execArgv: [
      dieAt && preloads.dieAt,
      loses && preloads.loses,
      controls.ignoresVersions && preloads.ignoresVersions,
      controls.ignoresFates && preloads.ignoresFates,
    ].flatMap((path) => (path ? ['--import', path] : [])),
    env: { ...process.env, ...(dieAt && { DIE_AT: dieAt }), LOSE_ANSWERS: file },
    serialization: 'advanced',
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const ended = once(child, 'exit').then(([, signal]) => {
    for (const { reject } of waiting.values()) reject(new ServerKilled('the server was killed'))
    waiting.clear()
    return signal as NodeJS.Signals | null
  })
  await Promise.race([once(child, 'message'), ended])
  child.on('message', (answer: CallAnswer) => {
    const { resolve, reject } = waiting.get(answer.id) as PromiseWithResolvers<unknown>
    waiting.delete(answer.id)
    if ('output' in answer) resolve(answer.output)
    else reject(errorOf(answer.thrown))
  })
  let lastId = 0
  const call = (method: string, input: readonly unknown[]): Promise<unknown> => {
    if (!child.connected) return Promise.reject(new ServerKilled('the server was killed'))
    lastId += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(lastId, answer)
    child.send({ id: lastId, method, input } satisfies Call, () => {})
    return answer.promise
  }
  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
    rmSync(file, { force: true })
  }
  return {
    pid: child.pid as number,
    store: new Proxy({} as Store, {
      // Code that awaits the proxy must not find a `then` there.
      get: (_, method: string) => (method === 'then' ? undefined : (...input: unknown[]) => call(method, input)),
    }),
    ended,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    lose,
    toLose,
    [Symbol.asyncDispose]: stop,
  }
}

function errorOf({ isStoreError, message, members }: Extract<CallAnswer, { thrown: object }>['thrown']): Error {
  const error = isStoreError ? Object.create(StoreError.prototype) : new Error()
  return Object.assign(error, members, { message })
}

// A server without its HTTP: opens the store and does what it is asked: node other-server-child.ts ENGINE FOLDER

import type { Store } from '../../server/store/store.ts'
import { StoreError } from '../../server/store/store-error.ts'
import { engines } from './engines.ts'
import type { Call, CallAnswer } from './other-server.ts'

const [name, dataDir = ''] = process.argv.slice(2)
const engine = engines.find((each) => each.name === name)
if (!engine) throw new Error(`there is no engine ${name}`)
const store = await engine.dataOf(dataDir).open()

async function answerTo({ id, method, input }: Call): Promise<CallAnswer> {
  try {
    const run = store[method as keyof Store] as (...values: readonly unknown[]) => Promise<unknown>
    return { id, output: await run(...input) }
  } catch (error) {
    const { message, ...members } = { ...(error as Error), message: (error as Error).message }
    return { id, thrown: { isStoreError: error instanceof StoreError, message, members } }
  }
}

process.on('message', (call: Call) => void answerTo(call).then((answer) => process.send?.(answer)))
process.on('disconnect', () => void store.close())
process.send?.('ready')

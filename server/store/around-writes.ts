import { type WriteName, writeNames } from './engine-writes.ts'
import type { Store } from './store.ts'

type Write = { readonly name: WriteName; readonly input: unknown }

/** Runs a write and answers what it answered. */
export type AroundWrite = (write: Write, run: () => Promise<unknown>) => Promise<unknown>

/** The same store, whose every write goes through `around`; reads are as they were. */
export function aroundWrites(store: Store, around: AroundWrite): Store {
  const wrapped = writeNames.map((name) => {
    const write = store[name] as (...inputs: readonly unknown[]) => Promise<unknown>
    return [name, (...inputs: readonly unknown[]) => around({ name, input: inputs[0] }, () => write(...inputs))]
  })
  return { ...store, ...Object.fromEntries(wrapped) }
}

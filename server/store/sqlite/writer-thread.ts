import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { StoreError } from '../store-error.ts'
import { sqliteFiles } from './shipped-files.ts'
import type { WriterAnswer, WriterSettings, WriterWarning } from './writer-protocol.ts'
import type { WriteName } from './writes/table.ts'

type Waiting = { resolve(output: unknown): void; reject(error: Error): void }

export type WriterThread = {
  run(name: WriteName, input: unknown): Promise<unknown>
  onBroken(listener: (reason: Error) => void): void
  onWarning(listener: (warning: string) => void): void
  close(): Promise<void>
}

/** How many writes may wait at once; more are refused as `busy` rather than piled up. */
const mostWaiting = 1024

/** Starts the writer thread; it does the writes in the order of these calls. */
export function startWriter(settings: WriterSettings): WriterThread {
  const worker = new Worker(sqliteFiles.writer, { workerData: settings })
  const waiting = new Map<number, Waiting>()
  const warned = new Set<(warning: string) => void>()
  let nextId = 1
  let closed = false

  const settle = (answer: WriterAnswer) => {
    const caller = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.ok) caller?.resolve(answer.output)
    else caller?.reject(new StoreError(answer.cause, answer.detail, answer.message))
  }
  worker.on('message', (message: readonly WriterAnswer[] | WriterWarning) => {
    if ('warning' in message) for (const listener of warned) listener(message.warning)
    else for (const answer of message) settle(answer)
  })
  const breakDown = () => {
    closed = true
    for (const caller of waiting.values())
      caller.reject(new StoreError('unknown-outcome', 'WRITER_GONE', 'the writer thread ended'))
    waiting.clear()
  }
  worker.on('error', breakDown)
  worker.on('exit', breakDown)

  return {
    run: (name, input) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new StoreError('closed', 'CLOSED', 'the store is closed'))
        if (waiting.size >= mostWaiting)
          return reject(new StoreError('busy', 'QUEUE_FULL', 'too many writes are waiting'))
        const id = nextId++
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, name, input })
      }),
    onBroken: (listener) => void worker.on('error', listener),
    onWarning: (listener) => void warned.add(listener),
    close: async () => {
      if (closed) return
      closed = true
      const ended = once(worker, 'exit')
      worker.postMessage('close')
      await ended
    },
  }
}

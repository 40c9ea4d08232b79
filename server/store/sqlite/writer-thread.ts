import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { StoreError } from '../store-error.ts'
import { openDatabase } from './connection.ts'
import { sqliteFiles } from './shipped-files.ts'
import type { WriterAnswer, WriterSettings, WriterWarning } from './writer-protocol.ts'
import type { WriterTask } from './writes/table.ts'

type Waiting = { resolve(output: unknown): void; reject(error: Error): void }

export type WriterThread = {
  run(name: WriterTask, input: unknown): Promise<unknown>
  onBroken(listener: (reason: Error) => void): void
  onWarning(listener: (warning: string) => void): void
  close(): Promise<void>
}

/** How many writes may wait at once; more are refused as `busy` rather than piled up. */
const mostWaiting = 1024

/**
 * Milliseconds after which the thread starts where nothing was written yet: a tenth of a second of a processor that neither
 * the start of a server nor a command that only reads has to wait for.
 */
const startsWithin = 1_000

/** The last connection folds the write-ahead log into the database, which one that only reads cannot. */
function foldLog(file: string): void {
  try {
    if (existsSync(file)) openDatabase(file, { readonly: false }).close()
  } catch {
    // The next opening folds it.
  }
}

/** Does writes in the order of these calls, in a thread that starts with the first of them. */
export function createWriter(settings: WriterSettings): WriterThread {
  const waiting = new Map<number, Waiting>()
  const warned = new Set<(warning: string) => void>()
  const broken = new Set<(reason: Error) => void>()
  let worker: Worker | null = null
  let nextId = 1
  let closed = false

  const settle = (answer: WriterAnswer) => {
    const caller = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.ok) caller?.resolve(answer.output)
    else caller?.reject(new StoreError(answer.cause, answer.detail, answer.message))
  }
  const receive = (message: readonly WriterAnswer[] | WriterWarning) => {
    if ('warning' in message) for (const listener of warned) listener(message.warning)
    else for (const answer of message) settle(answer)
  }
  const breakDown = () => {
    closed = true
    for (const caller of waiting.values())
      caller.reject(new StoreError('unknown-outcome', 'WRITER_GONE', 'the writer thread ended'))
    waiting.clear()
  }
  const start = () => {
    clearTimeout(soon)
    return new Worker(sqliteFiles.writer, { workerData: settings })
      .on('message', receive)
      .on('error', breakDown)
      .on('exit', breakDown)
      .on('error', (reason: Error) => {
        for (const listener of broken) listener(reason)
      })
  }
  const started = () => (worker ??= start())
  const soon = setTimeout(started, startsWithin).unref()

  return {
    run: (name, input) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new StoreError('closed', 'CLOSED', 'the store is closed'))
        if (waiting.size >= mostWaiting)
          return reject(new StoreError('busy', 'QUEUE_FULL', 'too many writes are waiting'))
        const id = nextId++
        waiting.set(id, { resolve, reject })
        started().postMessage({ id, name, input })
      }),
    onBroken: (listener) => void broken.add(listener),
    onWarning: (listener) => void warned.add(listener),
    close: async () => {
      clearTimeout(soon)
      if (closed) return
      closed = true
      if (!worker) return foldLog(settings.file)
      const ended = once(worker, 'exit')
      worker.postMessage('close')
      await ended
    },
  }
}

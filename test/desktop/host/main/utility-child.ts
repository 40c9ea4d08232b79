import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'
import type { FromUtility } from '../electron/utility-process.ts'
import { noteConnections } from './connections.ts'
import { disguise } from './disguise.ts'

const send = process.send?.bind(process) as (message: FromUtility, sent: () => void) => void
const unheard = () => {} // The app has ended, and this process ends with it.
const [serviceName, modulePath, ...args] = process.argv.slice(2) as [string, string, ...string[]]

/** Messages wait for the first listener, as on Electron's port. */
class ParentPort extends EventEmitter {
  private early: unknown[] | null = []

  constructor() {
    super()
    this.on('newListener', (name) => name === 'message' && queueMicrotask(() => this.start()))
  }

  receive(event: unknown): void {
    if (this.early) this.early.push(event)
    else this.emit('message', event)
  }

  start(): void {
    const early = this.early ?? []
    this.early = null
    for (const event of early) this.emit('message', event)
  }

  postMessage(message: unknown): void {
    send({ message }, unheard)
  }
}

const parentPort = new ParentPort()
process.on('message', ({ data }: { data: unknown }) => parentPort.receive({ data, ports: [] }))
process.once('disconnect', () => process.exit(1))
noteConnections(serviceName, (connection) => send({ connection }, unheard))
disguise({ type: 'utility', argv: [modulePath, ...args] })
Object.assign(process, { parentPort })
await import(pathToFileURL(modulePath).href)

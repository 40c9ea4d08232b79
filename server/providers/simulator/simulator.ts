import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Counters, createCounters } from './counters.ts'
import { createHook, type Hook } from './hook.ts'
import { createSimulatorKeys, type SimulatorKeys } from './key-ring.ts'
import { createLockOut } from './lock-out.ts'
import { createReplayGuard } from './replays.ts'
import { SimulatorState } from './state.ts'
import { watchStateFile } from './state-file.ts'
import { type AnsweredVisit, handleVisit, type SimulatorParts, type Visit } from './visits.ts'

export type SimulatorOptions = {
  /** 0 takes any free port. */
  readonly port?: number
  readonly host?: string
  /** The keys, or the path of a `simulator.json`, which may be edited while the simulator runs. */
  readonly state: SimulatorState | string
  /** Unix time in milliseconds. */
  readonly now?: () => number
  /** Origin that the mode `redirect` points at. */
  readonly redirectTo?: string
  /** Called if the file becomes unreadable. */
  readonly warn?: (message: string) => void
}

export type Simulator = AsyncDisposable & {
  /** Origin of every provider: the path selects the provider. */
  readonly url: string
  readonly counters: Counters
  readonly addKey: SimulatorKeys['add']
  readonly setMode: SimulatorKeys['setMode']
  /** Called when a request has arrived, before it is answered; the answer waits for the listener. */
  readonly onRequest: Hook<Visit>['listen']
  /** Called when the answer has been handed to the operating system or the connection is gone. */
  readonly onAnswered: Hook<AnsweredVisit>['listen']
  readonly stop: () => Promise<void>
}

const readerOf = ({ state, warn = () => {} }: SimulatorOptions) => {
  if (typeof state === 'string') return watchStateFile(state, warn)
  const { keys } = SimulatorState.parse(state)
  return () => keys
}

const partsOf = (options: SimulatorOptions): SimulatorParts => {
  const now = options.now ?? Date.now
  return {
    keys: createSimulatorKeys(readerOf(options)),
    counters: createCounters(),
    lockOut: createLockOut(now),
    isFresh: createReplayGuard(now),
    now,
    redirectTo: options.redirectTo ?? 'https://redirect.invalid',
    requested: createHook(),
    answered: createHook(),
  }
}

const urlOf = ({ family, address, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`

const stopServer = async (server: Server): Promise<void> => {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/** Tests rotate at a thousand custodians at once. */
const mostWaitingConnections = 4_096

/** Starts a server that simulates every provider. Throws if the port is in use or the state cannot be read. */
export const startSimulator = async (options: SimulatorOptions): Promise<Simulator> => {
  const parts = partsOf(options)
  const server = createServer((request, response) => void handleVisit(request, response, parts))
  server.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1', backlog: mostWaitingConnections })
  await once(server, 'listening')
  const stop = (): Promise<void> => stopServer(server)
  return {
    url: urlOf(server.address() as AddressInfo),
    counters: parts.counters,
    addKey: parts.keys.add,
    setMode: parts.keys.setMode,
    onRequest: parts.requested.listen,
    onAnswered: parts.answered.listen,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

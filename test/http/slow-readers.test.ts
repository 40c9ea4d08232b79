import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test as base, expect } from 'vitest'
import { networkIcons } from '../../server/networks/network-icons.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { startTestServer, type TestConfig, type TestServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'

const timeout = 3_000
const limits = { connectionTimeout: timeout, connectionsCheckingInterval: 50 }
const path = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets`

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
const test = base.extend('filled', { scope: 'file' }, async ({}, { onCleanup }) => {
  const server = await startFilled()
  onCleanup(() => server[Symbol.asyncDispose]())
  return server
})

/** A server with a listing of about 15 MB, more than the buffers of a connection hold. */
async function startFilled(config: TestConfig = {}): Promise<TestServer> {
  const server = await startTestServer({ ...config, limits: { ...limits, ...config.limits } })
  const icon = networkIcons.Cardano as string
  await server.app.store.putNetworks([{ blockchainId: id(77), name: 'Cardano', icon }])
  await server.app.store.putWallets(
    Array.from({ length: 15_000_000 / (icon.length + 300) }, (_, number) => ({
      walletId: id(100_000 + number),
      tenantId: tenants.first,
      custodianId: custodians.copper,
      blockchainId: id(77),
      address: `0x${number.toString(16).padStart(40, '0')}`,
      metadataJson: '{}',
      isVisible: true,
      isActive: true,
      isTreasuryEnabled: false,
      isGasStationEnabled: false,
    })),
  )
  return server
}

/** Both ends of a connection over which the listing was asked for. */
type Reader = { readonly socket: Socket; readonly atServer: Socket }

/** Asks for the listing and waits for its first bytes without reading them. */
async function askFor(server: TestServer): Promise<Reader> {
  const { port } = new URL(server.url)
  const token = await server.token()
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  socket.on('error', () => {}) // a reset is what some of the tests wait for
  const met = Promise.withResolvers<Socket>()
  const meet = (message: unknown) => {
    const { request } = message as { request: { socket: Socket } }
    if (request.socket.remotePort === socket.localPort) met.resolve(request.socket)
  }
  subscribe('http.server.request.start', meet)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`)
  const atServer = await met.promise
  unsubscribe('http.server.request.start', meet)
  await once(socket, 'readable')
  return { socket, atServer }
}

/** A reader for whom the server holds bytes, as the buffers of the connection are full. */
async function stalledReader(filled: TestServer): Promise<Reader> {
  const reader = await askFor(filled)
  await until(() => reader.atServer.writableLength > 0)
  return reader
}

type Pace = { readonly bytes: number; readonly everyMs: number }

/** Reads at a steady pace until the connection ends or `isOver`; answers how many bytes there were. */
async function readSteadily(socket: Socket, { bytes, everyMs }: Pace, isOver = () => false): Promise<number> {
  let size = 0
  while (!socket.readableEnded && !socket.destroyed && !isOver()) {
    const chunk = socket.read(Math.min(bytes, socket.readableLength) || undefined) as Buffer | null
    size += chunk?.length ?? 0
    await sleep(everyMs)
  }
  return size
}

test('readers who read nothing are disconnected after the time-out, not after twice as long', async ({ filled }) => {
  const readers = await Promise.all(Array.from({ length: 20 }, () => stalledReader(filled)))
  await sleep(1.8 * timeout)
  expect(readers.filter(({ atServer }) => !atServer.destroyed)).toHaveLength(0)
  for (const { socket } of readers) socket.destroy()
})

test('a slow but steady reader gets the complete answer, beyond the time-out', async ({ filled }) => {
  const { socket } = await askFor(filled)
  const started = performance.now()
  const size = await readSteadily(socket, { bytes: 100_000, everyMs: 50 })
  expect(performance.now() - started).toBeGreaterThan(2 * timeout) // else it was no test
  expect(size).toBeGreaterThan(14_000_000)
})

test('a reader below the minimum rate is disconnected although it keeps reading', async () => {
  await using strict = await startFilled({ limits: { minReadRate: 1_000_000_000 } })
  const { socket, atServer } = await askFor(strict)
  const size = await readSteadily(socket, { bytes: 10_000, everyMs: 50 }, () => atServer.destroyed)
  const rest = await readSteadily(socket, { bytes: 1_000_000, everyMs: 0 })
  expect(size + rest).toBeLessThan(14_000_000)
})

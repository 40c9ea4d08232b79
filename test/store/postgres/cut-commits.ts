import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * What becomes of a COMMIT whose sender loses its connection: it is done and the answer is lost, it never arrives, or it
 * arrives a moment after the sender gave up.
 */
export type Cut = 'answered' | 'never' | 'late'

export type CuttingProxy = AsyncDisposable & {
  readonly url: string
  /** Cuts the connections of the next COMMITs, in this way. */
  cut(how: Cut, times: number): void
  /** How many are still to be cut. */
  toCut(): number
}

const lateBy = 200

/** A COMMIT as a simple query, which is the last thing in what is sent at once. */
const commit = Buffer.from('\0\0\0\x0bCOMMIT\0', 'latin1')

/** Passes on what servers send to a database, and cuts their connections at COMMIT. */
export async function cutCommits(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let plan: { readonly how: Cut; times: number } = { how: 'never', times: 0 }

  const pass = (client: Socket) => {
    const database = connect(Number(target.port), target.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    database.on('data', (chunk) => client.write(chunk)).on('close', () => client.destroy())
    client.on('close', () => database.end())
    client.on('data', (chunk) => {
      if (plan.times === 0 || !chunk.includes(commit)) return void database.write(chunk)
      plan.times -= 1
      cutAt(plan.how, { client, database, chunk })
    })
  }
  const server = createServer(pass).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = `${(server.address() as AddressInfo).port}`
  return {
    url: `${url}`,
    cut(how, times) {
      plan = { how, times }
    },
    toCut: () => plan.times,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

type Ends = { readonly client: Socket; readonly database: Socket; readonly chunk: Buffer }

function cutAt(how: Cut, { client, database, chunk }: Ends): void {
  client.removeAllListeners('close')
  database.removeAllListeners('data').resume()
  const before = chunk.subarray(0, chunk.indexOf(commit) - 1)
  if (how === 'answered') {
    // ReadyForQuery, outside any transaction: it is done.
    database.on('data', (answer: Buffer) => {
      if (!answer.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I', 'latin1'))) return
      client.destroy()
      database.destroy()
    })
    database.write(chunk)
    return
  }
  database.write(before)
  client.destroy()
  if (how === 'never') database.end()
  else setTimeout(() => database.write(chunk.subarray(before.length)), lateBy)
}

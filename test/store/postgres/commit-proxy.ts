import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How far a COMMIT has come: not sent, done but unanswered, or answered. */
export const moments = ['before', 'unanswered', 'answered'] as const
export type Moment = (typeof moments)[number]

/** A connection at whose COMMIT something is to happen. What either side sends from then on is held. */
export type StruckConnection = {
  /** The process of the database that serves it. */
  readonly backend: number
  /** Ends it without a word to either side. */
  cut(): void
  /** Ends it for the server alone; what it sent still arrives once it goes on. */
  cutFromServer(): void
  /** Loses an answer that is held; what comes later passes. */
  dropAnswer(): void
  /** Passes on what is held and what comes. */
  goOn(): void
}

export type Strike = (connection: StruckConnection) => void | Promise<void>

export type CommitProxy = AsyncDisposable & {
  readonly url: string
  /** What happens at this moment of the next COMMIT, or of a later one. */
  strike(plan: { readonly moment: Moment; readonly strike: Strike; readonly place?: number }): void
  /** Rejects if the strike did. */
  struck(): Promise<void>
  readonly isArmed: boolean
}

/** Calls back with each message: a type, unless it is the first of a client, and a length that counts itself. */
function eachMessage(onMessage: (message: Buffer) => void, isClient: boolean): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let typeSize = isClient ? 0 : 1
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= typeSize + 4) {
      const size = typeSize + rest.readInt32BE(typeSize)
      if (rest.length < size) return
      const message = rest.subarray(0, size)
      rest = rest.subarray(size)
      typeSize = 1
      onMessage(message)
    }
  }
}

const typeOf = (message: Buffer) => String.fromCharCode(message[0] ?? 0)
const isCommit = (message: Buffer) => typeOf(message) === 'Q' && message.toString('latin1', 5) === 'COMMIT\0'
/** ReadyForQuery, outside any transaction. */
const isReady = (message: Buffer) => typeOf(message) === 'Z' && message.toString('latin1', 5) === 'I'

/** Messages in one direction, which can be held. */
function createLane(to: Socket) {
  let held: Buffer[] | null = null
  return {
    pass: (message: Buffer) => void (held ? held.push(message) : to.write(message)),
    hold: () => {
      held ??= []
    },
    drop: () => {
      held = null
    },
    release: () => {
      if (held) to.write(Buffer.concat(held))
      held = null
    },
  }
}

type Plan = Parameters<CommitProxy['strike']>[0]

/** What is to happen at the next COMMITs of all connections together. */
function createPlans() {
  let plan: Plan | null = null
  let commitsBefore = 0
  let striking = Promise.withResolvers<void>()
  return {
    isArmed: () => plan !== null,
    struck: () => striking.promise,
    set(next: Plan) {
      plan = next
      commitsBefore = (next.place ?? 1) - 1
      striking = Promise.withResolvers()
      striking.promise.catch(() => {})
    },
    /** Called at each COMMIT: what happens at this one. */
    take(): Plan | null {
      if (!plan || commitsBefore-- > 0) return null
      const taken = plan
      plan = null
      return taken
    },
    carryOut({ strike }: Plan, connection: StruckConnection) {
      Promise.resolve(strike(connection)).then(striking.resolve, striking.reject)
    },
  }
}

/** Passes on what one connection sends in either direction. */
function connectEnds(client: Socket, database: Socket, plans: ReturnType<typeof createPlans>): void {
  const there = createLane(database)
  const back = createLane(client)
  let backend = 0
  let awaited: Plan | null = null
  const endDatabase = () => void database.end()
  const carryOut = (plan: Plan) =>
    plans.carryOut(plan, {
      backend,
      cut: () => void [client, database].map((socket) => socket.destroy()),
      cutFromServer: () => void client.off('close', endDatabase).destroy(),
      dropAnswer: back.drop,
      goOn: () => {
        for (const lane of [there, back]) lane.release()
        if (client.destroyed) endDatabase()
      },
    })
  const fromClient = (message: Buffer) => {
    const plan = isCommit(message) ? plans.take() : null
    if (plan?.moment === 'before') there.hold()
    there.pass(message)
    if (plan?.moment === 'before') carryOut(plan)
    else if (plan) {
      awaited = plan
      back.hold()
    }
  }
  const fromDatabase = (message: Buffer) => {
    if (typeOf(message) === 'K') backend = message.readInt32BE(5)
    back.pass(message)
    if (!awaited || !isReady(message)) return
    const plan = awaited
    awaited = null
    if (plan.moment === 'answered') back.release()
    carryOut(plan)
  }
  client.on('data', eachMessage(fromClient, true)).on('close', endDatabase)
  database.on('data', eachMessage(fromDatabase, false)).on('close', () => client.destroy())
}

/** Passes on what servers send to a database, and lets things happen at a moment of a COMMIT. */
export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const url = new URL(databaseUrl)
  const port = Number(url.port)
  const sockets = new Set<Socket>()
  const plans = createPlans()
  const accept = (client: Socket) => {
    const database = connect(port, url.hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.setNoDelay(true).on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    connectEnds(client, database, plans)
  }
  const server = createServer(accept).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.port = `${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    strike: plans.set,
    struck: plans.struck,
    get isArmed() {
      return plans.isArmed()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

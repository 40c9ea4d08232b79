import pg from 'pg'
import type { DatabaseHost } from '../database-place.ts'
import { addressesOf, type HostAddresses } from './addresses.ts'

/** From the name of a log file: `pg_control_checkpoint` has the old one until the first checkpoint after a failover. */
export const timelineSql = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)'

const stateSql = `
  SELECT pg_is_in_recovery() AS is_standby, CASE WHEN NOT pg_is_in_recovery() THEN ${timelineSql} END AS timeline`

type State = { readonly is_standby: boolean; readonly timeline: string }

/** Milliseconds in which a host says what it is. */
const mostToSay = 1_500

/** Milliseconds that each address has to take a connection, however many there are. */
const leastToConnect = 1_000

/** As PostgreSQL answers a write on a standby. */
const noPrimary = (reason: string) => Object.assign(new Error(reason), { code: '25006' })

/**
 * Which of the hosts of a database is its primary, and which of the addresses of their names. Connections are made to one
 * address until that is left for the next one.
 */
export type PrimaryFinder = {
  /** What a pool makes connections with; each resolves the name of its host again. */
  readonly Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client
  /** Moves with each address that is left. */
  readonly generation: number
  /** How many addresses there are. */
  addresses(): number
  /** Resolves the names of the hosts; afterwards it is known how many addresses they have. */
  readonly resolve: HostAddresses['resolve']
  /** Whether a connection was made since an address was left last: the others may lead to one that is gone. */
  isCurrent(client: pg.ClientBase): boolean
  /** Rejects a standby, and a primary that came back after another one took over from it. */
  assertPrimary(client: pg.ClientBase): Promise<void>
  /** Makes all further connections to the next address, if none was left since that generation. */
  leave(generation: number): void
}

/** `mostToConnect` is for all addresses together, in milliseconds. */
export function findPrimary(hosts: readonly DatabaseHost[], mostToConnect: number): PrimaryFinder {
  const addresses = addressesOf(hosts)
  let generation = 0
  let latestTimeline = ''
  const made = new WeakMap<pg.ClientBase, number>()
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const { host, stream } = addresses.at(generation)
      const connectionTimeoutMillis = Math.max(leastToConnect, mostToConnect / addresses.count())
      // A pool hides the password from what copies its options.
      super({ ...config, password: config?.password, ...host, ...(stream && { stream }), connectionTimeoutMillis })
      made.set(this, generation)
    }
  }
  return {
    Client,
    get generation() {
      return generation
    },
    addresses: addresses.count,
    resolve: addresses.resolve,
    isCurrent: (client) => made.get(client) === generation,
    async assertPrimary(client) {
      const { rows } = await client.query<State>({ text: stateSql, query_timeout: mostToSay } as pg.QueryConfig)
      const [state] = rows
      if (!state || state.is_standby) throw noPrimary('the host is a standby')
      if (state.timeline < latestTimeline) throw noPrimary('another primary has taken over from this host')
      if (latestTimeline && state.timeline > latestTimeline) {
        // The connections made before lead to the primary that it took over from, which may not know.
        generation += 1
        made.set(client, generation)
      }
      latestTimeline = state.timeline
    },
    leave(since) {
      if (since === generation) generation += 1
    },
  }
}

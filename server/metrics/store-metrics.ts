import { setImmediate as nextTurn } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Custodian } from '../../shared/custodians.ts'
import type { ProviderId } from '../../shared/providers.ts'
import { expiringDays } from '../access/expiring-tokens.ts'
import type { Parts } from '../context/parts.ts'
import type { StoreFigures } from '../store/records.ts'
import type { Page, Position, Store } from '../store/store.ts'

const day = 86_400_000

/** Ages, in days, at which institutions replace keys. */
const ages = [30, 60, 90, 180, 365] as const

/** What is counted of the custodians of one provider. */
type ProviderFigures = {
  readonly states: Map<string, number>
  /** When the active credentials of each custodian were stored, epoch milliseconds. */
  readonly storedAt: number[]
}

type Survey = StoreFigures & {
  readonly at: number
  readonly auditRecords: number
  readonly providers: ReadonlyMap<ProviderId, ProviderFigures>
}

type Surveyed = Pick<Parts, 'store' | 'clock' | 'log'>

/** Custodians read in one turn of the event loop: a few milliseconds. */
const slice = 250

async function* custodiansOf(store: Store): AsyncGenerator<Custodian> {
  let after: Position | null = null
  do {
    const page: Page<Custodian> = await store.custodiansPage(null, { after, limit: slice })
    yield* page.rows
    after = page.next
    await nextTurn()
  } while (after)
}

const stateOf = ({ state, disabled }: Custodian): string => {
  if (disabled) return 'disabled'
  return state === 'in-force' ? 'active' : state
}

async function countCustodians(store: Store): Promise<Survey['providers']> {
  const providers = new Map<ProviderId, ProviderFigures>()
  for await (const custodian of custodiansOf(store)) {
    const figures = providers.get(custodian.provider) ?? { states: new Map<string, number>(), storedAt: [] }
    providers.set(custodian.provider, figures)
    const state = stateOf(custodian)
    figures.states.set(state, (figures.states.get(state) ?? 0) + 1)
    if (custodian.lastRotatedAt) figures.storedAt.push(Date.parse(custodian.lastRotatedAt))
  }
  return providers
}

async function survey({ store, clock }: Surveyed): Promise<Survey> {
  const at = clock.now()
  const figures = await store.figures({ at, expiringWithin: expiringDays * day })
  const head = await store.auditHead()
  return { ...figures, at, auditRecords: Number(head?.sequence ?? 0), providers: await countCustodians(store) }
}

/** Milliseconds between two surveys, however often metrics are read. */
const betweenSurveys = 15_000
/** The largest share of the time that surveys may take, as one in so many. */
const sparing = 50

/** The latest survey, or a new one if that is old; null where the store cannot be read. */
function createSurveys(parts: Surveyed): () => Promise<Survey | null> {
  let latest: Promise<Survey | null> = Promise.resolve(null)
  let nextAt = 0
  const begin = async (): Promise<Survey | null> => {
    const from = performance.now()
    try {
      return await survey(parts)
    } catch (error) {
      parts.log.warn({ err: error }, 'the metrics of the store could not be read')
      return null
    } finally {
      nextAt = performance.now() + Math.max(betweenSurveys, (performance.now() - from) * sparing)
    }
  }
  return () => {
    if (performance.now() < nextAt) return latest
    // Until it ends, so that scrapes that come meanwhile wait for the same one.
    nextAt = Number.POSITIVE_INFINITY
    latest = begin()
    return latest
  }
}

type Fill = (gauge: Gauge, survey: Survey) => void
type Definition = {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  readonly fill: Fill
}

const figures: readonly Definition[] = [
  {
    name: 'custodians',
    help: 'Custodians by provider and state of their credentials.',
    labels: ['provider', 'state'],
    fill: (gauge, { providers }) => {
      for (const [provider, { states }] of providers)
        for (const [state, count] of states) gauge.set({ provider, state }, count)
    },
  },
  {
    name: 'credentials_oldest_age_seconds',
    help: 'Age of the oldest active credentials, by provider.',
    labels: ['provider'],
    fill: (gauge, { providers, at }) => {
      for (const [provider, { storedAt }] of providers)
        if (storedAt.length > 0) gauge.set({ provider }, (at - Math.min(...storedAt)) / 1_000)
    },
  },
  {
    name: 'credentials_older_than',
    help: 'Custodians whose active credentials are older than so many days, by provider.',
    labels: ['provider', 'days'],
    fill: (gauge, { providers, at }) => {
      for (const [provider, { storedAt }] of providers)
        for (const days of ages)
          gauge.set({ provider, days }, storedAt.filter((moment) => moment < at - days * day).length)
    },
  },
  {
    name: 'operator_tokens',
    help: `Operator tokens that are valid, expire within ${expiringDays} days, or have expired and were not revoked.`,
    labels: ['state'],
    fill: (gauge, { tokens }) => {
      gauge.set({ state: 'valid' }, tokens.valid - tokens.expiring)
      gauge.set({ state: 'expiring' }, tokens.expiring)
      gauge.set({ state: 'expired' }, tokens.expired)
    },
  },
  {
    name: 'attempt_budget_used_ratio',
    help: 'The largest share of its budget of refused attempts that any key or token has used; 1 is all of it.',
    labels: ['budget'],
    fill: (gauge, { attemptBudgetUse }) => {
      gauge.set({ budget: 'key' }, attemptBudgetUse.key)
      gauge.set({ budget: 'token' }, attemptBudgetUse.token)
    },
  },
  {
    name: 'audit_records',
    help: 'Number of the last audit record.',
    fill: (gauge, { auditRecords }) => gauge.set(auditRecords),
  },
  {
    name: 'audit_anchor_lag_records',
    help: 'Audit records that the anchor does not name yet; absent without a readable anchor.',
    fill: (gauge, { anchorLag }) => (anchorLag === null ? gauge.remove() : gauge.set(anchorLag)),
  },
  {
    name: 'event_deliveries_pending',
    help: 'Deliveries that enabled webhooks wait for, of all servers, up to a few thousand.',
    fill: (gauge, { outbox }) => gauge.set(outbox.pending),
  },
  {
    name: 'event_oldest_pending_age_seconds',
    help: 'Age of the oldest event that an enabled webhook waits for; 0 where none does.',
    fill: (gauge, { outbox, at }) => gauge.set(outbox.oldestAt === null ? 0 : (at - outbox.oldestAt) / 1_000),
  },
  {
    name: 'reserve_transactions',
    help: 'Reserve transactions that were imported.',
    fill: (gauge, { reserveTransactions }) => gauge.set(reserveTransactions),
  },
  {
    name: 'reserve_newest_transaction_timestamp_seconds',
    help: 'Time of the newest reserve transaction; 0 without any.',
    fill: (gauge, { newestReserveTransactionAt }) => gauge.set((newestReserveTransactionAt ?? 0) / 1_000),
  },
]

/** Adds what is stored to a registry; a store that cannot be read leaves these metrics out, and no others. */
export function addStoreMetrics(registry: Registry, parts: Surveyed): void {
  const read = createSurveys(parts)
  for (const { name, help, labels = [], fill } of figures)
    new Gauge({
      name: `strongroom_${name}`,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const surveyed = await read()
        this.reset()
        if (surveyed) fill(this, surveyed)
        // A gauge without labels is 0 after a reset.
        else if (labels.length === 0) this.remove()
      },
    })
}

/** Adds the connections to a database; they are known also while none of them is free. */
export function addConnectionMetrics(registry: Registry, { store }: Pick<Parts, 'store'>): void {
  const registers = [registry]
  new Gauge({
    name: 'strongroom_database_connections',
    help: 'Connections to the database that are active or idle; absent with a data folder alone.',
    labelNames: ['state'],
    registers,
    collect() {
      const connections = store.connections()
      if (!connections) return
      this.set({ state: 'active' }, connections.active)
      this.set({ state: 'idle' }, connections.idle)
    },
  })
  new Gauge({
    name: 'strongroom_database_connections_waiting',
    help: 'Requests that wait for a connection to the database; absent with a data folder alone.',
    registers,
    collect() {
      const connections = store.connections()
      if (connections) this.set(connections.waiting)
      // A gauge without labels is 0 from the start.
      else this.remove()
    },
  })
}

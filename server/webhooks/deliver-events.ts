import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Id } from '../../shared/primitives.ts'
import type { Secret } from '../../shared/secret.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import type { Parts } from '../context/parts.ts'
import { authoritiesOf } from '../platform/authorities.ts'
import type { ClaimedDelivery, DeliveryResult } from '../store/events.ts'
import type { PostResult, PostSettings } from './post-event.ts'
import { pauseAfter, retryAfter } from './retries.ts'
import type { DeliveryPaces, WebhookSettings } from './settings.ts'

/** Deliveries to one webhook at the same time. */
const atOnce = 8
/** Attempts that are remembered of a delivery that is sent again and again. */
const mostAttempts = 20

type Uses = Pick<Parts, 'store' | 'vault' | 'clock' | 'log'>

export type EventDelivery = AsyncDisposable & {
  /** Attempts of this server, by what came of them. */
  readonly counts: Readonly<Record<DeliveryResult['outcome'], number>>
}

type Server = Uses & {
  readonly paces: DeliveryPaces
  readonly serverId: string
  readonly post: PostSettings
  readonly signal: AbortSignal
  readonly counts: Record<DeliveryResult['outcome'], number>
  /** Epoch milliseconds before which nothing is sent to a webhook, because its receiver asked for that. */
  readonly pausedUntil: Map<Id, number>
}

const isPaused = (webhookId: Id, { pausedUntil, clock }: Server): boolean =>
  (pausedUntil.get(webhookId) ?? 0) > clock.now()

/** Sends the events of the outbox to their webhooks, each at its own pace: a slow one delays no other. */
export function deliverEvents({ allowedRanges, caFile, paces }: WebhookSettings, uses: Uses): EventDelivery {
  const stop = new AbortController()
  const server: Server = {
    ...uses,
    paces,
    serverId: randomUUID(),
    post: { allowedRanges, authorities: authoritiesOf(caFile) },
    signal: stop.signal,
    counts: { delivered: 0, failed: 0, gone: 0 },
    pausedUntil: new Map(),
  }
  const lanes = new Map<Id, Promise<void>>()
  const looking = lookForDue(server, lanes)
  return {
    counts: server.counts,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await looking
      await Promise.all(lanes.values())
    },
  }
}

async function lookForDue(server: Server, lanes: Map<Id, Promise<void>>): Promise<void> {
  const { store, clock, log, serverId, signal, paces } = server
  let failures = 0
  while (!signal.aborted) {
    try {
      for (const webhookId of await store.dueWebhooks({ serverId, at: clock.now() }))
        if (!lanes.has(webhookId) && !isPaused(webhookId, server))
          lanes.set(
            webhookId,
            deliverAll(webhookId, server).finally(() => lanes.delete(webhookId)),
          )
      failures = 0
    } catch (error) {
      failures += 1
      if (failures === 1) log.error({ err: error }, 'the events that are due could not be read; retrying')
    }
    await pause(paces.look, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** Delivers what is due to one webhook, until nothing is. */
async function deliverAll(webhookId: Id, server: Server): Promise<void> {
  const { store, clock, log, serverId, signal, paces } = server
  try {
    while (!signal.aborted && !isPaused(webhookId, server)) {
      const claim = { serverId, webhookId, limit: atOnce, lasts: paces.claim, at: clock.now() }
      const claimed = await store.claimDeliveries(claim)
      if (claimed.length === 0) return
      await Promise.all(claimed.map((delivery) => deliver(delivery, server)))
    }
  } catch (error) {
    // What was claimed is due again once the claim is over.
    if (!signal.aborted) log.error({ err: error, webhookId }, 'events could not be delivered; retrying')
  }
}

async function deliver(delivery: ClaimedDelivery, server: Server): Promise<void> {
  const { clock, signal, paces, post } = server
  const secrets = await openSecrets(delivery, server)
  const { postEvent } = await import('./post-event.ts')
  const at = clock.now()
  const from = performance.now()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(paces.attempt)])
  const result = await postEvent({ ...delivery, secrets, at: new Date(at), signal: limit }, post)
  // A server that stops does not know what came of it: it is sent again, under the same ID.
  if (signal.aborted && result.status === null) return
  const { status, error } = result
  const attempt = { at: timestampOf(at), durationMs: Math.round(performance.now() - from), status, error }
  await note({ ...delivery, attempts: [...delivery.attempts, attempt].slice(-mostAttempts) }, result, server)
}

const openSecrets = ({ secret, previousSecret }: ClaimedDelivery, { vault }: Server): Promise<readonly Secret[]> =>
  Promise.all([secret, ...(previousSecret === null ? [] : [previousSecret])].map((sealed) => vault.openSecret(sealed)))

function outcomeOf({ status }: PostResult): DeliveryResult['outcome'] {
  if (status !== null && status >= 200 && status <= 299) return 'delivered'
  return status === 410 ? 'gone' : 'failed'
}

async function note({ eventId, webhookId, attempts }: ClaimedDelivery, result: PostResult, server: Server) {
  const { store, clock, log, serverId, counts, pausedUntil } = server
  const outcome = outcomeOf(result)
  counts[outcome] += 1
  const pauseMs = pauseAfter(result)
  if (pauseMs > 0) pausedUntil.set(webhookId, clock.now() + pauseMs)
  const { disabled } = await store.noteDelivery({
    actor: 'strongroom serve',
    at: clock.now(),
    eventId,
    webhookId,
    serverId,
    attempts,
    outcome,
    retryIn: outcome === 'failed' ? retryAfter(attempts.length, result) : null,
  })
  if (disabled)
    log.error(
      { webhookId, reason: disabled, status: result.status, error: result.error },
      'a webhook was disabled; enable it once it works',
    )
}

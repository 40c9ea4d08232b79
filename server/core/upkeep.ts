import { keepWarningOfExpiry } from '../access/expiring-tokens.ts'
import type { Parts } from '../context/parts.ts'
import { keepPruning, type Pruned, type PrunedBatch } from '../context/prune-in-rounds.ts'
import { keepErasingExpired } from '../rotations/erase-expired.ts'
import type { SignInSettings } from '../sign-in/settings.ts'
import { keepEndingUnusedSessions } from '../sign-in/unused-sessions.ts'
import type { WebhookSettings } from '../webhooks/settings.ts'

type UpkeepSettings = {
  /** Milliseconds that ended rotations are kept; null keeps them all. */
  readonly keepRotations: number | null
  /** Milliseconds that ended sessions are kept. */
  readonly keepSessions: number
  readonly webhooks: Pick<WebhookSettings, 'keptFor'>
  /** null where no one signs in with an identity provider. */
  readonly signIn: SignInSettings | null
}

/** Ends what the last stop interrupted; erases, warns and removes what is due, now and from then on. */
export async function startUpkeep(parts: Parts, settings: UpkeepSettings): Promise<AsyncDisposable> {
  await using begun = new AsyncDisposableStack()
  await endInterrupted(parts)
  begun.use(await keepErasingExpired(parts))
  begun.use(await keepWarningOfExpiry(parts))
  begun.use(keepPruning(parts, prunedBy(settings, parts)))
  if (settings.signIn) begun.use(keepEndingUnusedSessions(parts))
  return begun.move()
}

/** What is removed once it is old; a round of events or sessions that finds none writes nothing. */
const prunedBy = ({ keepRotations, keepSessions, webhooks }: UpkeepSettings, { store }: Parts): readonly Pruned[] => [
  ...(keepRotations === null
    ? []
    : [
        {
          what: 'rotations' as const,
          keptFor: keepRotations,
          prune: ({ before, ...batch }: PrunedBatch) => store.pruneRotations({ ...batch, endedBefore: before }),
        },
      ]),
  { what: 'events', keptFor: webhooks.keptFor, prune: (batch) => store.pruneEvents(batch) },
  {
    what: 'sessions',
    keptFor: keepSessions,
    prune: ({ before, ...batch }) => store.pruneSessions({ ...batch, endedBefore: before }),
  },
]

async function endInterrupted({ store, clock, log }: Parts): Promise<void> {
  const ended = await store.endInterrupted({ actor: 'strongroom serve', at: clock.now() })
  if (ended > 0)
    log.warn({ ended }, 'the last stop interrupted rotations or checks; the old credentials are still active')
}

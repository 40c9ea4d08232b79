import type { Parts } from '../parts.ts'

const minute = 60_000
const keptFor = 24 * 60 * minute
const between = 10 * minute

/** Erases pairs 24 hours after they were replaced: what is due now, and from then on as it falls due. */
export async function keepErasingReplacedPairs(parts: Pick<Parts, 'store' | 'clock' | 'log'>): Promise<Disposable> {
  await eraseDue(parts)
  const timer = setInterval(() => void eraseDue(parts), between).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function eraseDue({ store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>): Promise<void> {
  try {
    const erased = await store.eraseReplacedPairs({ before: clock.now() - keptFor })
    if (erased > 0) log.info({ erased }, 'pairs that were replaced a day ago are erased')
  } catch (error) {
    log.error({ err: error }, 'pairs that were replaced a day ago could not be erased; it is tried again')
  }
}

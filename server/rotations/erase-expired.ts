import type { Parts } from '../context/parts.ts'

const between = 10 * 60_000

type Erasing = Pick<Parts, 'store' | 'clock' | 'log' | 'recordsKeptFor'>

/** Erases replaced pairs, idempotency records and refused attempts: what is due now, and from then on as it falls due. */
export async function keepErasingExpired(parts: Erasing): Promise<Disposable> {
  await eraseDue(parts)
  const timer = setInterval(() => void eraseDue(parts), between).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function eraseDue({ store, clock, log, recordsKeptFor }: Erasing): Promise<void> {
  try {
    const { pairs } = await store.eraseExpired({ actor: 'strongroom serve', at: clock.now(), recordsKeptFor })
    if (pairs > 0) log.info({ erased: pairs }, 'pairs that were replaced a day ago are erased')
  } catch (error) {
    log.error({ err: error }, 'expired credentials and records could not be erased; retrying')
  }
}

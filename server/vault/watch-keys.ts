import type { Logger } from 'pino'
import type { KeyError } from './key-encryption-key.ts'
import type { Vault } from './vault.ts'

/** Milliseconds. A rotation of the key waits until its server has noticed the new one. */
const between = 1_000

export type KeyWatch = Disposable & {
  /** Why the active key cannot be used, as of the last look; null while it can. */
  fault(): KeyError | null
}

type Watched = { readonly vault: Pick<Vault, 'refresh' | 'fault'>; readonly log: Logger }

/** Follows which key is active, and whether it can be used. */
export async function watchKeys(parts: Watched): Promise<KeyWatch> {
  let fault: KeyError | null = null
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const before = fault
    fault = await lookOnce(parts, fault)
    isLooking = false
    if (fault && fault.message !== before?.message) parts.log.error({ err: fault }, unusable)
    if (!fault && before) parts.log.info('the key that seals the stored credentials can be used again')
  }
  await look()
  const timer = setInterval(() => void look(), between).unref()
  return { fault: () => fault, [Symbol.dispose]: () => clearInterval(timer) }
}

const unusable = 'the key that seals the stored credentials cannot be used; nothing is rotated or checked meanwhile'

async function lookOnce({ vault, log }: Watched, before: KeyError | null): Promise<KeyError | null> {
  try {
    await vault.refresh()
    return await vault.fault()
  } catch (error) {
    log.error({ err: error }, 'the recorded keys could not be read; retrying')
    return before
  }
}

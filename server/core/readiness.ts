import { type Failure, failureOfCode } from '../../shared/failure.ts'
import type { NotReadyReason } from '../../shared/readiness.ts'
import type { ChainWatch } from '../audit/watch-chain.ts'
import { failureOfKey } from '../context/failure-of.ts'
import type { Store } from '../store/store.ts'
import type { StoreError } from '../store/store-error.ts'
import type { KeyWatch } from '../vault/watch-keys.ts'

/** Why the server cannot do its work now; null while it can. */
export type Readiness = () => Promise<Failure | null>

type Watched = {
  readonly store: Pick<Store, 'writeFault'>
  readonly chain: Pick<ChainWatch, 'fault' | 'isStopped'>
  readonly keys: Pick<KeyWatch, 'fault'>
  /** Why changes are refused; null while they are not. */
  readonly changesRefused: () => Failure | null
  /** Settles when the server gives up. */
  readonly broken: Promise<Error>
  /** Whether the server is about to stop and requests should go elsewhere; it still answers them. */
  readonly isDraining: () => boolean
  /** Where the data is, which is what people look after. */
  readonly storage: Storage
}

type Storage = 'data folder' | 'database'

export function createReadiness(watched: Watched): Readiness {
  const { store, chain, keys, changesRefused, broken, isDraining, storage } = watched
  let isBroken = false
  void broken.then(() => (isBroken = true))
  return async () => {
    if (isBroken)
      return notReady('stopping', 'the server can no longer store anything and is stopping. Start it again.')
    if (isDraining()) return notReady('draining', 'the server is about to stop. Send requests to another one.')
    const fault = chain.fault()
    if (fault)
      return notReady('audit-damaged', `record ${fault.sequence} of the audit is damaged. ${auditStep(storage)}`)
    const error = await store.writeFault()
    if (error) return ofWriting(error, storage)
    const keyFault = keys.fault()
    if (keyFault) return failureOfKey(keyFault)
    const refusal = changesRefused()
    if (refusal) return notReady('audit-stream', refusal.message)
    return chain.isStopped() ? notReady('audit-unchecked', uncheckedAudit) : null
  }
}

const notReady = (reason: NotReadyReason, text: string): Failure =>
  failureOfCode('NotReady', { message: `Not ready: ${text}`, info: [`reason=${reason}`] })

const uncheckedAudit =
  'the audit check did not finish and is retried. Run "strongroom doctor", and look up the cause in the log.'

const auditStep = (storage: Storage) =>
  `Run "strongroom audit verify", keep a copy of the ${storage}, and restore the latest backup.`

const writeSteps: Readonly<Record<Storage, string>> = {
  'data folder': 'Check its disk and "strongroom doctor".',
  database: 'Check that it runs and takes connections and changes of this user; "strongroom doctor" says more.',
}

function ofWriting({ cause, detail }: StoreError, storage: Storage): Failure {
  if (cause === 'full') return notReady('disk-full', `the disk of the ${storage} is full. Free some space.`)
  if (cause === 'read-only')
    return notReady('read-only', `the ${storage} cannot be written (${detail}). Make it writable.`)
  return notReady('write-failed', `writes to the ${storage} fail (${detail}). ${writeSteps[storage]}`)
}

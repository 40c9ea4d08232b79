import { useMutation } from '@tanstack/react-query'
import type { Payload } from '../../../bridge/schema.ts'
import { bridge } from '../../session/bridge.ts'
import { valueIn } from '../../session/failure.ts'

type Attempt = Extract<Payload<'lock'>, { readonly do: 'unlock' | 'unlock-with' }>

const wayOf = (attempt: Attempt) => (attempt.do === 'unlock' ? 'passphrase' : attempt.source)

/** Holds something against the lock; the screen goes away by itself once it is open. */
export function useUnlock() {
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async (attempt: Attempt) => valueIn(await bridge.lock(attempt)),
    gcTime: 0, // a passphrase is in it
  })
  return { tryKey: mutate, isPending, error, way: variables && wayOf(variables) }
}

export type Unlock = ReturnType<typeof useUnlock>

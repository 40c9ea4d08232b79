import { type MutationKey, useMutation, useMutationState } from '@tanstack/react-query'
import type { LocalAnswer, LocalRequest } from '../../../bridge/local.ts'
import { askLocal } from '../../session/ask-local.ts'
import { useConsole } from '../../session/console-state.ts'
import { failureIn } from '../../session/failure.ts'

type LongRequest = Extract<LocalRequest, { readonly do: 'import' | 'back-up' }>

/** A task of main that goes on when the screen is left: its last run is found again on coming back. */
export function useLongTask(name: LongRequest['do']) {
  const mutationKey: MutationKey = ['local', name]
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (request: LongRequest) => askLocal(request),
    gcTime: Infinity,
  })
  const runs = useMutationState({ filters: { mutationKey, exact: true } })
  const last = runs.at(-1)
  const { task } = useConsole().local
  return {
    run: (request: LongRequest) => mutate(request),
    // Locking forgets the run, which goes on.
    isPending: last?.status === 'pending' || task === name,
    isDone: last?.status === 'success',
    answer: (last?.data ?? null) as LocalAnswer,
    failure: last?.error ? failureIn(last.error) : null,
    startedAt: last ? new Date(last.submittedAt).toISOString() : null,
  }
}

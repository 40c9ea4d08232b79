import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureFrom } from '../session/failure.ts'
import { askToSignIn } from '../session/sign-in-request.ts'
import { type Creation, createFindable, firstAttempt } from './creation.ts'
import { type Conflict, conflictsOf, type EditValues, rebased, typedChanges } from './edits.ts'

/** Sends a change to the server, and then loads again what is shown: much may follow from it. */
export function useChange<Input, Output>(
  send: (input: Input) => Promise<Output>,
  onDone?: (output: Output, input: Input) => void,
) {
  const known = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: send,
    gcTime: 0,
    onSuccess: (output, input) => onDone?.(output, input),
    onError: (failed) => askToSignIn(failureFrom(failed)),
    onSettled: () => void known.invalidateQueries(),
  })
  return { mutate, isPending, failure: error === null ? null : failureFrom(error), reset }
}

/** Creates an object of the server; where the answer is lost, it is looked up. */
export function useCreation<Made extends { readonly id: string }>(
  creation: Creation<Made>,
  onDone: (made: Made) => void,
) {
  const attempt = useRef(firstAttempt())
  return useChange<void, Made>(() => createFindable(creation, attempt.current), onDone)
}

type Versioned = { readonly version: number }

type EditOptions<Item, Values> = {
  readonly valuesOf: (item: Item) => Values
  /** Sends the members that were changed, based on a version. */
  readonly send: (changes: Partial<Values>, version: number) => Promise<Item>
  readonly onSaved: (item: Item) => void
}

/**
 * Edits an object of the server. Where someone else changed it meanwhile (412), what was typed stays, members that were
 * not touched follow the server, and `conflicts` has the difference; saving again is then based on the current version.
 */
export function useEdit<Item extends Versioned, Values extends EditValues>(
  item: Item,
  { valuesOf, send, onSaved }: EditOptions<Item, Values>,
) {
  const [base, setBase] = useState(item)
  const [typed, setTyped] = useState<Values>(() => valuesOf(item))
  const [conflicts, setConflicts] = useState<readonly Conflict<Values>[] | null>(null)
  const from = valuesOf(base)
  const changes = typedChanges(typed, from)
  const isChanged = Object.keys(changes).length > 0
  const begin = (next: Item) => {
    setBase(next)
    setTyped(valuesOf(next))
    setConflicts(null)
  }
  // What nothing was typed into shows what the server has.
  if (item.version !== base.version && !isChanged && conflicts === null) begin(item)
  const change = useChange(
    async () => {
      try {
        return await send(changes, base.version)
      } catch (error) {
        const now = currentIn<Item>(error)
        if (now === null) throw error
        setConflicts(conflictsOf({ typed, from, now: valuesOf(now) }))
        setTyped(rebased(typed, from, valuesOf(now)))
        setBase(now)
        return null
      }
    },
    (saved) => {
      if (saved === null) return
      begin(saved)
      onSaved(saved)
    },
  )
  const set = (name: keyof Values & string, value: string | null) =>
    setTyped((before) => ({ ...before, [name]: value }))
  // Facts that have no version, as the pinned account, are as new as they were read.
  const current = item.version === base.version ? item : base
  return { base: current, values: typed, set, changes, isChanged, conflicts, ...change }
}

/** The object as it is now, which the refusal of a change with an old version carries; null for any other failure. */
export function currentIn<Item>(error: unknown): Item | null {
  const { code, value } = failureFrom(error)
  return code === 'PreconditionFailed' && value !== null ? (value as Item) : null
}

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SearchKind } from '../../../shared/search.ts'
import type { ConsoleFailure } from '../../bridge/failures.ts'
import { api } from '../session/api.ts'
import { useActiveProfile } from '../session/console-state.ts'
import { failureFrom } from '../session/failure.ts'
import { foundIn, type PaletteGroup } from './palette-filter.ts'
import { useObjectGroups } from './use-object-groups.ts'

/** Milliseconds after the last letter until the server is asked. */
const typing = 150

/** What the server found for the text, and how far that is. */
export type FoundObjects = {
  readonly groups: readonly PaletteGroup[]
  readonly state: 'idle' | 'waiting' | 'answered' | 'failed'
  /** Of what there is more. */
  readonly more: readonly SearchKind[]
  readonly failure: ConsoleFailure | null
}

/** The text as the server takes it. */
const queryOf = (typed: string) =>
  typed
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .toWellFormed()

/** Asks the server once typing pauses. Until it answers, what the last answer has of the new text stays. */
export function useFoundObjects(typed: string): FoundObjects {
  const wanted = queryOf(typed)
  const [asked] = useDebouncedValue(wanted, typing)
  const isWanted = (useActiveProfile()?.isSignedIn ?? false) && wanted !== ''
  const { data, error, isPlaceholderData } = useQuery(
    api.search.find.queryOptions(
      { query: asked },
      { enabled: isWanted && asked !== '', placeholderData: keepPreviousData, refetchOnWindowFocus: false },
    ),
  )
  const isCurrent = asked === wanted && !isPlaceholderData
  const groups = useObjectGroups(data, asked)
  if (!isWanted) return { groups: [], state: 'idle', more: [], failure: null }
  if (isCurrent && error) return { groups: [], state: 'failed', more: [], failure: failureFrom(error) }
  if (isCurrent && data) return { groups, state: 'answered', more: data.more, failure: null }
  return { groups: foundIn(groups, wanted), state: 'waiting', more: [], failure: null }
}

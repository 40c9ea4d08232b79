import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReadRotation } from '../../../bridge/new-words.ts'
import { api } from '../../api.ts'
import { untilReached } from '../../app/query-client.ts'

/** Milliseconds between two looks at rotations of which one is open. */
const whileOpen = 1000

const isOpen = ({ outcome }: ReadRotation) => outcome === null

/** The newest rotations of a custodian. */
export const useRotations = (custodianId: string, limit: number): UseQueryResult<readonly ReadRotation[], unknown> =>
  useQuery(
    api.custodians.rotations.queryOptions(
      { custodianId, limit },
      {
        // A longer list takes the place of the shorter one of the same custodian, never of another's.
        placeholderData: (last) => (last?.[0]?.custodianId === custodianId ? last : undefined),
        refetchInterval: (query) => (query.state.data?.some(isOpen) ? whileOpen : untilReached(query)),
      },
    ),
  )

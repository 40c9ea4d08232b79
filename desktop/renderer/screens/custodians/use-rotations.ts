import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Milliseconds between two looks at rotations of which one is open. */
const whileOpen = 1000

/** The newest rotations of a custodian. */
export const useRotations = (custodianId: string, limit: number) =>
  useQuery(
    api.custodians.rotations.queryOptions(
      { custodianId, limit },
      {
        // A longer list takes the place of the shorter one of the same custodian, never of another's.
        placeholderData: (last) => (last?.[0]?.custodianId === custodianId ? last : undefined),
        refetchInterval: ({ state: { data } }) => (data?.some(({ outcome }) => outcome === null) ? whileOpen : false),
      },
    ),
  )

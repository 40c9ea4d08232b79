import { useParams } from '@tanstack/react-router'
import type { ReadCustodian } from '../../bridge/new-words.ts'
import { useCustodians } from './use-custodians.ts'

/** The id in the address of every screen of one custodian. */
export const useCustodianId = (): string => useParams({ from: '/custodians/$custodianId' }).custodianId

/** The custodian of the address; undefined until it is read, or when the token does not see it. */
export function useCustodian(): ReadCustodian | undefined {
  const id = useCustodianId()
  return useCustodians().data?.find((custodian) => custodian.id === id)
}

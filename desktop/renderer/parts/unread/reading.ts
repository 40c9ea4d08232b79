import { createContext } from 'react'
import type { ConsoleFailure } from '../../../bridge/failures.ts'

/** A reading that failed. */
export type Reading = {
  readonly what: string | undefined
  readonly failure: ConsoleFailure
  /** Whether what was read before is still shown. */
  readonly isKept: boolean
  readonly retry: () => Promise<unknown>
}

/** Null for one that did not fail; undefined for one that is gone. */
export type TellReading = (id: string, reading: Reading | null | undefined) => void

/** The page around that tells what could not be read. */
export const ReadingsOfPage = createContext<TellReading | null>(null)

import { useTranslation } from 'react-i18next'
import { type ConsoleFailure, meaningOf } from '../../bridge/failures.ts'
import type { en } from '../words/en.ts'

type Told = keyof typeof en.told

/** What a failure says to an operator: what the contract says in general is meant for programs; what a server says of this one case stays. */
export function useFailureText(): (failure: ConsoleFailure) => string {
  const { t } = useTranslation('told')
  return ({ code, message }) => (message === meaningOf(code) ? t(code as Told, message) : message)
}

import { type Answer, refuse } from '../../bridge/answer.ts'
import type { KeychainProblem } from './keychain-problems.ts'

/** A problem of the keychain as the screens get it. */
export const keychainFailed = ({ message, nextStep }: KeychainProblem): Answer<never> =>
  refuse('KeychainFailed', { info: [message, nextStep] })

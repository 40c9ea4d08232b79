import { type FailureCode, failureCodes } from '../../../shared/failure.ts'
import type { Result } from '../../../shared/result.ts'
import { CommandError } from '../command-error.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Api, RemoteFailure } from './api.ts'
import { isAboutTrust } from './network-reasons.ts'

const exitCodeOfCode: Readonly<Record<string, ExitCode>> = {
  Unauthenticated: exitCodes.access,
  Forbidden: exitCodes.access,
  NotFound: exitCodes.notFound,
  ProviderUnavailable: exitCodes.provider,
}

/** Decided by the facts of a failure, never by its text. */
export function exitCodeOf({ code, changed, verdict }: RemoteFailure): ExitCode {
  if (changed === 'unknown') return exitCodes.unknown
  if (verdict !== null) return exitCodes.provider
  return exitCodeOfCode[code] ?? exitCodes.failed
}

const isServerCode = (code: string): code is FailureCode => Object.hasOwn(failureCodes, code)

const nextStepOfCode: Readonly<Record<string, string>> = {
  Unauthenticated: 'Sign in again with "strongroom login", or give a valid token with --token-file.',
  Forbidden: 'Ask a platform administrator for a token with that permission; "strongroom whoami" shows yours.',
  NotFound: 'Check the ID, and with "strongroom whoami" what your token may see.',
}

const nextStepOfVerdict: Readonly<Record<string, string>> = {
  'wrong-credentials': 'Correct the keys, then try again.',
  'not-permitted': 'Allow it at the provider, then try again.',
  'different-account': 'Use keys of the same account.',
  'clock-skew': 'Correct the clock of the server, then try again.',
}

function nextStepOf({ code, cause, verdict }: RemoteFailure): string {
  if (verdict !== null) return nextStepOfVerdict[verdict] ?? 'Wait, then try again.'
  if (nextStepOfCode[code]) return nextStepOfCode[code]
  if (isServerCode(code)) return failureCodes[code].remedy
  if (isAboutTrust(cause ?? '')) return 'If an authority of your own signed it, name its certificate with --ca-file.'
  return 'Check the address and the network, then try again.'
}

const uncapitalized = (text: string) => text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())

/** The message of a server without the next step at its end, which is said once. */
function reasonOf({ code, message, info, verdict }: RemoteFailure): string {
  if (verdict !== null || !isServerCode(code)) return message
  const text = uncapitalized(message.replace(failureCodes[code].remedy, '').trim())
  return info.length === 0 ? text : `${text.replace(/\.$/, '')}: ${info.join('; ')}`
}

const factsOf = ({ code, info, changed, verdict, provider, cause, requestId, rotationId }: RemoteFailure) => ({
  code,
  info,
  changed,
  verdict,
  provider,
  cause,
  requestId,
  rotationId,
})

/** A failed call as the error of a command; `failed` says what was not done, as `the custodians cannot be listed`. */
export const remoteError = (failed: string, failure: RemoteFailure, server: Api['server']): CommandError =>
  new CommandError(
    failure.code === 'Unreachable'
      ? `${failed}: ${server.url} cannot be used, ${failure.message}`
      : `${failed}: ${reasonOf(failure)}`,
    { nextStep: nextStepOf(failure), exitCode: exitCodeOf(failure), facts: factsOf(failure) },
  )

/** The value of a call, or its failure as the error of the command. */
export function requireValue<Value>(result: Result<Value, RemoteFailure>, failed: string, { server }: Api): Value {
  if (result.ok) return result.value
  throw remoteError(failed, result.error, server)
}

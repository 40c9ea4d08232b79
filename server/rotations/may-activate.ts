import { type Failure, failureOfCode } from '../../shared/failure.ts'
import type { Freeze } from '../../shared/freezes.ts'
import { linesOfFreeze } from '../access/freezes.ts'
import type { CustodianRecord } from '../store/records.ts'
import type { RotationCompletion } from '../store/rotation-writes.ts'

/** The operator token as it is at the moment of activation; null when it is gone. */
export type TokenNow = {
  readonly permissions: readonly string[]
  /** Epoch milliseconds. */
  readonly expiresAt: number
  readonly revokedAt: number | null
  readonly disabledAt: number | null
} | null

type Now = {
  readonly custodian: CustodianRecord | null
  readonly token: TokenNow
  /** What refuses changes of the custodian's tenant; null where nothing does. */
  readonly freeze: Freeze | null
}

/**
 * Why accepted credentials may not become active, judged in the commit that would make them so; null when they may. The
 * token must still permit it, nothing may be disabled or frozen, and nothing may have changed the custodian's version or its
 * pinned provider account since.
 */
export function refusalOfActivation({ custodian, token, freeze }: Now, completion: RotationCompletion): Failure | null {
  const { rotationId, expectedVersion, providerAccount } = completion
  const lost = lostRight(token, completion)
  if (lost) return failureOfCode('Forbidden', { ...lost, rotationId })
  if (custodian?.isDisabled) return failureOfCode('Disabled', { ...disabledMeanwhile, rotationId })
  if (freeze) return failureOfCode('Frozen', { ...frozenMeanwhile(freeze), rotationId })
  const isUnchanged =
    custodian?.credentialVersion === expectedVersion &&
    (custodian.providerAccount ?? providerAccount) === providerAccount
  return isUnchanged ? null : failureOfCode('RotationInProgress', { rotationId })
}

/** Why the caller may no longer do what it began; null while it may. */
function lostRight(token: TokenNow, { permission, at }: RotationCompletion) {
  if (!token || token.revokedAt !== null) return lost('token-revoked', 'the operator token was revoked')
  if (token.expiresAt <= at) return lost('token-expired', 'the operator token expired')
  if (token.disabledAt !== null) return lost('token-disabled', 'the operator token was disabled')
  if (token.permissions.includes(permission)) return null
  return lost('permission-removed', `the operator token lost the permission ${permission}`)
}

const disabledMeanwhile = {
  message:
    'New keys not stored: the custodian or its tenant was disabled while the rotation was running. Nothing was changed. Enable it, then rotate again.',
  info: ['reason=disabled'],
}

const frozenMeanwhile = (freeze: Freeze) => ({
  message:
    'New keys not stored: changes were frozen while the rotation was running. Nothing was changed. Rotate again once they are thawed.',
  info: ['reason=frozen', ...linesOfFreeze(freeze)],
})

const lost = (reason: string, event: string) => ({
  message: `New keys not stored: ${event} while the rotation was running. Nothing was changed. Rotate again with a valid token.`,
  info: [`reason=${reason}`],
})

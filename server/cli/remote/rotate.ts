import { randomUUID } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import { IdempotencyKey } from '../../../shared/idempotency-key.ts'
import type { Id } from '../../../shared/primitives.ts'
import { providers } from '../../../shared/providers.ts'
import type { Rotation } from '../../../shared/rotations.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Interruption, listenForInterruption } from '../interruption.ts'
import { note, say } from '../output.ts'
import { parseId } from '../parse.ts'
import { answerValue } from './answer-rows.ts'
import type { Api, RemoteFailure } from './api.ts'
import { type GivenCredentials, readCredentials, withCredentials } from './credentials-input.ts'
import { type Found, findOutcome, type RotationAttempt, rotationsOf } from './lost-answer.ts'
import { remoteError } from './remote-error.ts'
import { canAsk, requireYes } from './secret-input.ts'
import { apiOf, type GivenServer, withServer } from './target.ts'
import { tenantOf } from './tenant-of.ts'

type Given = GivenServer &
  GivenCredentials & { readonly tenant?: Id; readonly idempotencyKey?: string; readonly yes?: boolean }

function parseIdempotencyKey(text: string): string {
  if (!IdempotencyKey.safeParse(text).success)
    throw new InvalidArgumentError('It must be 1 to 255 visible ASCII characters.')
  return text
}

/** Asks only where the keys were typed too: a script has decided already. */
async function assertConfirmed(given: Given, custodianId: Id, api: Api): Promise<void> {
  const isTyped = given.credentials === undefined && (given.apiKeyFile === undefined || given.secretFile === undefined)
  if (given.yes || !isTyped || !canAsk()) return
  await requireYes(`Rotate the keys of custodian ${custodianId} at ${api.server.url}?`)
}

const notRotated = (custodianId: Id) => `this request did not rotate the keys of custodian ${custodianId}`

function endedError({ custodianId, rotationId, outcome, verdict }: Rotation): CommandError {
  return new CommandError(
    `${notRotated(custodianId)}: its answer was lost, and the server recorded the outcome ${outcome}${verdict ? ` (${verdict})` : ''}`,
    {
      nextStep: 'The previous keys are still active. Correct the cause, then rotate again.',
      exitCode: verdict && verdict !== 'valid' ? exitCodes.provider : exitCodes.failed,
      facts: { code: 'AnswerLost', changed: 'nothing', verdict, rotationId },
    },
  )
}

function whyUnknown(found: Exclude<Found, { kind: 'ended' }>): string {
  if (found.kind === 'open') return 'the rotation is still in progress'
  if (found.kind === 'none') return 'the server has begun no rotation with its key so far'
  return `the rotation cannot be read: ${found.reason}`
}

function unknownError(
  { custodianId, idempotencyKey }: RotationAttempt,
  failure: RemoteFailure,
  why: string,
): CommandError {
  return new CommandError(
    `it is not known whether the keys of custodian ${custodianId} were rotated: ${failure.message}, and ${why}`,
    {
      nextStep:
        `Revoke no keys at the provider. Run "strongroom rotations ${custodianId} --idempotency-key ${idempotencyKey}"; ` +
        'or rotate again with that --idempotency-key and the same keys, which happens once at most.',
      exitCode: exitCodes.unknown,
      facts: { code: failure.code, changed: 'unknown', idempotencyKey, rotationId: failure.rotationId },
    },
  )
}

type Lost = { readonly failure: RemoteFailure; readonly timeoutMs: number; readonly interruption: Interruption }

/** The rotation whose answer was lost, if the server has stored the keys; otherwise the error that tells what is known. */
async function recover(
  api: Api,
  attempt: RotationAttempt,
  { failure, timeoutMs, interruption }: Lost,
): Promise<Rotation> {
  if (interruption.signal.aborted) throw unknownError(attempt, failure, 'its outcome was not looked up')
  note(`The answer is lost (${failure.message}). Reading the outcome from the server ...`)
  const found = await findOutcome(api, attempt, { timeoutMs, signal: interruption.signal })
  if (found.kind !== 'ended') throw unknownError(attempt, failure, whyUnknown(found))
  const { rotation } = found
  if (rotation.outcome === 'stored' || rotation.outcome === 'unchanged') return rotation
  throw endedError(rotation)
}

const recovered = ({ outcome }: Rotation) => ({
  success: true,
  validationStatus: true,
  message: `The answer was lost; the server recorded that the keys are ${outcome === 'stored' ? 'stored and active' : 'unchanged, because they were active already'}.`,
  isWrongCredentials: false,
})

/** The record of a rotation that succeeded, also of an earlier request with its key; null where it cannot be read. */
async function recordOf(api: Api, custodianId: Id, idempotencyKey: string): Promise<Rotation | null> {
  const listed = await api.call('custodians.rotations', { custodianId, idempotencyKey })
  const isDone = ({ outcome }: Rotation) => outcome === 'stored' || outcome === 'unchanged'
  return (listed.ok && listed.value.find(isDone)) || null
}

/** Which key is active now, and which one to revoke at the provider: the one step that cannot be undone. */
async function keyLines(api: Api, { custodianId, outcome, ...rotation }: Rotation): Promise<readonly string[]> {
  const { keyId, previousKeyId, credentialVersion } = rotation
  const active = keyId ? [`Active key: ${keyId}`] : []
  if (outcome !== 'stored' || credentialVersion === 0) return active
  const custodian = await api.call('custodians.get', { custodianId })
  const provider = custodian.ok ? providers[custodian.value.provider].title : 'the provider'
  if (!previousKeyId) return [...active, `Revoke the previous keys at ${provider}. They are no longer used here.`]
  return [
    ...active,
    `Previous key: ${previousKeyId}`,
    `Revoke the previous key ${previousKeyId.split(' ')[0]} at ${provider}. It is no longer used here.`,
  ]
}

const unreadRecord = (custodianId: Id) =>
  'The record of the rotation could not be read, so the keys are not named here. ' +
  `See "strongroom rotations ${custodianId}" before you revoke any keys.`

async function rotate(custodianId: Id, given: Given, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const tenantId = given.tenant ?? (await tenantOf(api, custodianId))
  const credentials = await readCredentials(given)
  await assertConfirmed(given, custodianId, api)
  const idempotencyKey = given.idempotencyKey ?? randomUUID()
  const before =
    given.idempotencyKey === undefined ? new Set<string>() : await rotationsOf(api, custodianId, idempotencyKey)
  // Known before anything is sent, so that even a killed command leaves a way to its outcome.
  note(`Idempotency-Key: ${idempotencyKey}`)
  using interruption = listenForInterruption()
  const { signal } = interruption
  const input = { tenantId, custodianId, ...credentials }
  const result = await api.call('custodians.updateApiKeys', input, { idempotencyKey, signal })
  if (!result.ok && result.error.changed === 'nothing')
    throw remoteError(notRotated(custodianId), result.error, api.server)
  const rotation = result.ok
    ? await recordOf(api, custodianId, idempotencyKey)
    : await recover(
        api,
        { custodianId, idempotencyKey, before },
        { failure: result.error, timeoutMs: given.timeout * 1_000, interruption },
      )
  const value = result.ok ? result.value : recovered(rotation as Rotation)
  if (given.json) return answerValue({ ...value, idempotencyKey, rotation })
  const keys = rotation ? await keyLines(api, rotation) : [unreadRecord(custodianId)]
  for (const line of [value.message, ...keys]) say(line)
}

export const addRotate = (program: Command): void =>
  void withCredentials(withServer(program.command('rotate')))
    .argument('<id>', 'ID of the custodian', parseId)
    .option('--tenant <id>', 'tenant of the custodian; looked up if omitted', parseId)
    .option(
      '--idempotency-key <key>',
      'name of this rotation, to try again after a lost answer; a new one is printed if omitted',
      parseIdempotencyKey,
    )
    .option('--yes', 'do not ask for confirmation')
    .action(rotate)

import { describe, expect, test } from 'vitest'
import { type ConsoleFailure, consoleFailure } from '../../../../desktop/bridge/failures.ts'
import type { NewWord, ReadRotation } from '../../../../desktop/bridge/new-words.ts'
import { type Stages, stagesOf } from '../../../../desktop/renderer/data/rotation-stages.ts'
import { causeOf } from '../../../../desktop/renderer/screens/rotate/outcome/cause.ts'
import {
  begunStages,
  resultOfFailure,
  resultOfSuccess,
  stagesOfResult,
} from '../../../../desktop/renderer/screens/rotate/progress/rotation-result.ts'
import { isTyped } from '../../../../desktop/renderer/screens/rotate/rotatable.ts'
import { Rotation } from '../../../../shared/rotations.ts'

const rotation = (more: Partial<Rotation> = {}) =>
  Rotation.parse({
    rotationId: '01900000-0000-7000-8000-000000000001',
    custodianId: '12',
    operator: 'Ada',
    stage: null,
    outcome: null,
    verdict: null,
    reason: null,
    credentialVersion: 3,
    startedAt: '2026-01-02T03:04:05.000Z',
    endedAt: null,
    retryOf: null,
    ...more,
  })

const first = { isUnresolved: false, isAfterUnresolved: false }
const unnamed = { requestId: null, rotationId: null }

const textOf = (stages: Stages) => Object.values(stages).join(' ')

describe('the stages of a rotation', () => {
  test('are reached as far as the server has confirmed, and keys count as sent only once the provider has answered', () => {
    expect(textOf(stagesOf(rotation()))).toBe('running waiting waiting waiting')
    expect(textOf(stagesOf(rotation({ stage: 'checked' })))).toBe('reached running waiting waiting')
    expect(textOf(stagesOf(rotation({ stage: 'sent' })))).toBe('reached running waiting waiting')
    expect(textOf(stagesOf(rotation({ stage: 'accepted' })))).toBe('reached reached reached running')
    expect(textOf(stagesOf(rotation({ stage: 'stored', outcome: 'stored', verdict: 'valid' })))).toBe(
      'reached reached reached reached',
    )
  })

  test('mark the failed one, and none after it', () => {
    const ended = (more: Partial<Rotation>) => textOf(stagesOf(rotation(more)))
    expect(ended({ outcome: 'refused', verdict: 'wrong-credentials' })).toBe(
      'failed not-reached not-reached not-reached',
    )
    const unsent = { stage: 'sent', outcome: 'failed', verdict: 'unreachable' } as const
    for (const cause of ['dns', 'refused', 'connect-timeout', 'tls-unknown-issuer'])
      expect(ended({ ...unsent, reason: `reason=unreachable provider=copper cause=${cause}` })).toBe(
        'reached failed not-reached not-reached',
      )
    expect(ended({ stage: 'sent', outcome: 'refused', verdict: 'not-permitted' })).toBe(
      'reached reached failed not-reached',
    )
    expect(ended({ stage: 'accepted', outcome: 'voided', verdict: 'valid' })).toBe('reached reached reached failed')
    expect(ended({ stage: 'accepted', outcome: 'unchanged', verdict: 'valid' })).toBe(
      'reached reached reached not-needed',
    )
  })

  test('do not deny that keys were sent to a provider that took them and gave no answer', () => {
    for (const cause of ['timeout', 'reset', 'network'])
      expect(
        textOf(
          stagesOf(
            rotation({
              stage: 'sent',
              outcome: 'failed',
              verdict: 'unreachable',
              reason: `reason=unreachable provider=copper cause=${cause}`,
            }),
          ),
        ),
      ).toBe('reached unknown not-reached not-reached')
    expect(textOf(stagesOf(rotation({ stage: 'sent', outcome: 'interrupted' })))).toBe(
      'reached unknown not-reached not-reached',
    )
  })

  test('are unknown after a stage that this console does not know, and keys do not count as sent for an unknown verdict', () => {
    const read = (more: Partial<Record<keyof Rotation, unknown>>) =>
      textOf(stagesOf({ ...rotation(), ...more } as ReadRotation))
    expect(read({ stage: 'countersigned' })).toBe('unknown unknown unknown unknown')
    expect(read({ stage: 'stored', outcome: 'parked', verdict: 'valid' })).toBe('reached reached reached unknown')
    expect(read({ stage: 'countersigned', outcome: 'stored' })).toBe('reached reached reached reached')
    expect(read({ stage: 'sent', outcome: 'parked', verdict: 'on-hold' })).toBe('reached unknown unknown unknown')
    expect(read({ stage: 'sent', outcome: 'refused', verdict: 'on-hold' })).toBe(
      'reached failed not-reached not-reached',
    )
  })
})

describe('the result of a rotation', () => {
  const unanswered = consoleFailure('NoAnswer')
  const again = { ...first, isUnresolved: true }
  const later = { ...first, isAfterUnresolved: true }

  test('is what the server recorded, even against the answer', () => {
    expect(resultOfFailure(unanswered, rotation({ outcome: 'stored' }), first).kind).toBe('stored')
    expect(resultOfFailure(unanswered, rotation({ outcome: 'interrupted' }), first).kind).toBe('failed')
    expect(resultOfFailure(consoleFailure('UnexpectedError'), rotation({ outcome: 'failed' }), first).kind).toBe(
      'failed',
    )
    expect(resultOfSuccess(rotation({ outcome: 'unchanged' }), unnamed).kind).toBe('unchanged')
  })

  test('is unknown where no failure fact rules out that the keys were stored', () => {
    const open: ConsoleFailure['code'][] = [
      'NoAnswer',
      'OutcomeUnknown',
      'UnexpectedError',
      'AnswerUnreadable',
      'ConsoleFailed',
    ]
    for (const code of open) expect(resultOfFailure(consoleFailure(code), null, first).kind).toBe('unknown')
    expect(resultOfFailure({ ...unanswered, code: 'NeverHeardOf' as 'NoAnswer' }, null, first).kind).toBe('unknown')
    expect(resultOfFailure(consoleFailure('NotReady'), rotation({ stage: 'sent' }), first).kind).toBe('unknown')
  })

  test('is a failure where the failure says that nothing was changed', () => {
    for (const code of ['ValidationError', 'ProviderUnavailable', 'StorageFull', 'Unreachable'] as const)
      expect(resultOfFailure(consoleFailure(code), null, first).kind).toBe('failed')
  })

  test('is unknown where an earlier attempt with the same key may have been stored', () => {
    for (const code of ['Unreachable', 'Unauthenticated', 'NotReady', 'RotationInProgress'] as const)
      expect(resultOfFailure(consoleFailure(code), null, again).kind).toBe('unknown')
    expect(resultOfFailure(consoleFailure('Unreachable'), rotation({ outcome: 'refused' }), again).kind).toBe('failed')
  })

  test('is unknown where an earlier rotation with other keys may have been stored, unless this one was', () => {
    for (const code of ['ValidationError', 'Unreachable', 'NoAnswer'] as const)
      for (const row of [null, rotation({ outcome: 'refused' }), rotation()])
        expect(resultOfFailure(consoleFailure(code), row, later).kind).toBe('unknown')
    expect(resultOfFailure(unanswered, rotation({ outcome: 'stored' }), later).kind).toBe('stored')
  })

  test('is a success where the record of a successful answer cannot be read', () => {
    expect(resultOfSuccess(undefined, unnamed)).toEqual({ kind: 'stored', rotation: null, trace: unnamed })
  })

  test('is unknown where a successful answer is that of another rotation, which something repeated', () => {
    const repeated = { requestId: 'r-1', rotationId: '01900000-0000-7000-8000-00000000beef' }
    const result = resultOfSuccess(null, repeated)
    expect(result).toMatchObject({ kind: 'unknown', rotation: null, trace: { requestId: 'r-1', rotationId: null } })
    expect(resultOfSuccess(rotation({ outcome: 'refused' }), repeated).kind).toBe('unknown')
    const own = rotation({ outcome: 'stored' })
    expect(resultOfSuccess(own, repeated)).toMatchObject({ kind: 'stored', trace: { rotationId: own.rotationId } })
  })

  test('is unknown where the record of a successful answer is not a success', () => {
    for (const outcome of ['refused', null] as const)
      expect(resultOfSuccess(rotation({ outcome }), unnamed).kind).toBe('unknown')
  })

  test('is unknown where a newer server records a new outcome', () => {
    const parked: ReadRotation = { ...rotation({ stage: 'accepted', verdict: 'valid' }), outcome: 'parked' as NewWord }
    const named = { requestId: 'r-1', rotationId: parked.rotationId }
    const results = [
      resultOfSuccess(parked, named),
      resultOfSuccess(parked, unnamed),
      ...(['ValidationError', 'ProviderUnavailable', 'NoAnswer'] as const).map((code) =>
        resultOfFailure(consoleFailure(code), parked, first),
      ),
    ]
    for (const result of results) {
      expect(result.kind).toBe('unknown')
      expect(textOf(stagesOfResult(result, begunStages))).toBe('reached reached reached unknown')
    }
  })

  test('keeps the request ID, and the rotation ID of the record before that of the answer', () => {
    const stored = rotation({ outcome: 'stored' })
    const { rotationId } = stored
    const trace = { requestId: 'r-1', rotationId }
    expect(resultOfSuccess(stored, trace).trace).toEqual(trace)
    expect(resultOfFailure(consoleFailure('NoAnswer', { requestId: 'r-1' }), stored, first).trace).toEqual(trace)
    expect(resultOfFailure(consoleFailure('ProviderUnavailable', trace), null, first).trace).toEqual(trace)
  })

  test('without an answer keeps the stages seen and marks the others unknown', () => {
    const result = resultOfFailure(unanswered, null, first)
    expect(textOf(stagesOfResult(result, begunStages))).toBe('unknown unknown unknown unknown')
    const seen = stagesOf(rotation({ stage: 'accepted' }))
    expect(textOf(stagesOfResult(result, seen))).toBe('reached reached reached unknown')
  })
})

test('the failure cause distinguishes wrong keys, missing permissions, clocks, networks and storage', () => {
  const refused = consoleFailure('ValidationError')
  expect(causeOf(refused, 'wrong-credentials')).toBe('wrongCredentials')
  expect(causeOf({ ...refused, verdict: 'not-permitted' })).toBe('notPermitted')
  expect(causeOf({ ...refused, info: ['reason=not-permitted provider=copper http=403'] }), 'no text is read').toBe(
    'input',
  )
  expect(causeOf({ ...refused, info: ['apiKey: must not be empty'] })).toBe('input')
  const unreachable = (cause: string | null) => causeOf(consoleFailure('ProviderUnavailable', { cause }))
  for (const cause of ['tls-expired', 'tls-of-a-newer-server', 'tls'])
    expect(unreachable(cause), cause).toBe('providerUnverified')
  for (const cause of ['timeout', 'of-a-newer-server', 'tlsx', null])
    expect(unreachable(cause), `${cause}`).toBe('providerUnreachable')
  expect(causeOf(consoleFailure('StorageFull'))).toBe('storage')
  expect(causeOf({ ...refused, code: 'toString' as 'ValidationError', verdict: 'constructor' as NewWord })).toBe(
    'other',
  )
})

test('a confirmation name matches when it reads the same, and an unreadable one is replaced by the ID', () => {
  const custodian = { id: '12', name: 'Harbour\u200b  cold\u202e vaults' }
  expect(isTyped('Harbour cold vaults ', custodian)).toBe(true)
  expect(isTyped('harbour cold vaults', custodian)).toBe(false)
  expect(isTyped('', custodian)).toBe(false)
  expect(isTyped('', { id: '12', name: '\u200b' })).toBe(false)
  expect(isTyped('12', { id: '12', name: '\u200b' })).toBe(true)
})

import { describe, expect, test } from 'vitest'
import { type ConsoleFailure, failureOf } from '../../../desktop/bridge/failures.ts'
import { type Stages, stagesOf } from '../../../desktop/renderer/screens/custodians/rotation-stages.ts'
import { causeOf } from '../../../desktop/renderer/screens/rotate/cause.ts'
import { endingOfFailure, endingOfSuccess } from '../../../desktop/renderer/screens/rotate/ending.ts'
import { begunStages, stagesOfEnding } from '../../../desktop/renderer/screens/rotate/ending-stages.ts'
import { isTyped } from '../../../desktop/renderer/screens/rotate/typed-name.ts'
import { Rotation } from '../../../shared/rotations.ts'

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
    ...more,
  })

const told = (stages: Stages) => Object.values(stages).join(' ')

describe('the stages of a rotation', () => {
  test('are reached as far as the server has confirmed them; a pair is sent only once the provider has answered', () => {
    expect(told(stagesOf(rotation()))).toBe('running waiting waiting waiting')
    expect(told(stagesOf(rotation({ stage: 'checked' })))).toBe('reached running waiting waiting')
    expect(told(stagesOf(rotation({ stage: 'sent' })))).toBe('reached running waiting waiting')
    expect(told(stagesOf(rotation({ stage: 'accepted' })))).toBe('reached reached reached running')
    expect(told(stagesOf(rotation({ stage: 'stored', outcome: 'stored', verdict: 'valid' })))).toBe(
      'reached reached reached reached',
    )
  })

  test('mark the one that failed, and none behind it', () => {
    const ended = (more: Partial<Rotation>) => told(stagesOf(rotation(more)))
    expect(ended({ outcome: 'refused', verdict: 'wrong-credentials' })).toBe(
      'failed not-reached not-reached not-reached',
    )
    expect(ended({ stage: 'sent', outcome: 'failed', verdict: 'unreachable' })).toBe(
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
})

describe('the ending', () => {
  const unanswered = failureOf('NoAnswer')

  test('is what the server wrote down, whatever was answered', () => {
    expect(endingOfFailure(unanswered, rotation({ outcome: 'stored' })).kind).toBe('stored')
    expect(endingOfFailure(unanswered, rotation({ outcome: 'interrupted' })).kind).toBe('failed')
    expect(endingOfFailure(failureOf('UnexpectedError'), rotation({ outcome: 'failed' })).kind).toBe('failed')
    expect(endingOfSuccess(rotation({ outcome: 'unchanged' })).kind).toBe('unchanged')
  })

  test('is not known where nothing says that nothing was stored', () => {
    const open: ConsoleFailure['code'][] = [
      'NoAnswer',
      'OutcomeUnknown',
      'UnexpectedError',
      'AnswerUnreadable',
      'ConsoleFailed',
    ]
    for (const code of open) expect(endingOfFailure(failureOf(code), null).kind).toBe('unknown')
    expect(endingOfFailure({ ...unanswered, code: 'NeverHeardOf' as 'NoAnswer' }, null).kind).toBe('unknown')
    expect(endingOfFailure(failureOf('NotReady'), rotation({ stage: 'sent' })).kind).toBe('unknown')
  })

  test('is a failure where the failure itself says that nothing was changed', () => {
    for (const code of ['ValidationError', 'ProviderUnavailable', 'StorageFull', 'Unreachable'] as const)
      expect(endingOfFailure(failureOf(code), null).kind).toBe('failed')
  })

  test('is not known where a try before this one may have been stored, whatever this one says', () => {
    for (const code of ['Unreachable', 'Unauthenticated', 'NotReady', 'RotationInProgress'] as const)
      expect(endingOfFailure(failureOf(code), null, true).kind).toBe('unknown')
    expect(endingOfFailure(failureOf('Unreachable'), rotation({ outcome: 'refused' }), true).kind).toBe('failed')
  })

  test('after a success takes no row for its own that tells of none', () => {
    for (const outcome of ['refused', null] as const)
      expect(endingOfSuccess(rotation({ outcome }))).toEqual({ kind: 'stored', rotation: null })
  })

  test('without an answer keeps the stages that were seen, and calls the others not known', () => {
    const ending = endingOfFailure(unanswered, null)
    expect(told(stagesOfEnding(ending, begunStages))).toBe('unknown unknown unknown unknown')
    const seen = stagesOf(rotation({ stage: 'accepted' }))
    expect(told(stagesOfEnding(ending, seen))).toBe('reached reached reached unknown')
  })
})

test('the cause tells wrong keys from missing rights, clocks, networks and storage', () => {
  const refused = failureOf('ValidationError')
  expect(causeOf(refused, 'wrong-credentials')).toBe('wrongCredentials')
  expect(causeOf({ ...refused, info: ['reason=not-permitted provider=copper http=403'] })).toBe('notPermitted')
  expect(causeOf({ ...refused, info: ['apiKey: must not be empty'] })).toBe('input')
  expect(causeOf(failureOf('StorageFull'))).toBe('storage')
  expect(causeOf({ ...refused, code: 'toString' as 'ValidationError', info: ['reason=constructor'] })).toBe('other')
})

test('a name is typed when it reads the same, and an unreadable one is replaced by the id', () => {
  const custodian = { id: '12', name: 'Harbour\u200b  cold\u202e vaults' }
  expect(isTyped('Harbour cold vaults ', custodian)).toBe(true)
  expect(isTyped('harbour cold vaults', custodian)).toBe(false)
  expect(isTyped('', custodian)).toBe(false)
  expect(isTyped('', { id: '12', name: '\u200b' })).toBe(false)
  expect(isTyped('12', { id: '12', name: '\u200b' })).toBe(true)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { replayable } from '../harness/replayable.ts'
import { contradictionIn, type Model, type Operation } from './linearizable.ts'

type Asked = { readonly kind: 'write' | 'read'; readonly value: number }

const register: Model<number, Asked> = {
  initial: 0,
  next: (state, { kind, value }) => (kind === 'write' || value === state ? value : null),
}

const at = ([sentAt, answeredAt]: readonly [number, number], kind: Asked['kind'], value: number): Operation<Asked> => ({
  of: { kind, value },
  sentAt,
  answeredAt,
})

test.for([
  ['a read after a write reads it', [at([0, 1], 'write', 1), at([2, 3], 'read', 1)]],
  [
    'a read during a write reads it, or what was before',
    [at([0, 9], 'write', 1), at([1, 2], 'read', 0), at([3, 4], 'read', 1)],
  ],
  [
    'writes of the same time come in either order',
    [at([0, 5], 'write', 1), at([0, 5], 'write', 2), at([6, 7], 'read', 1)],
  ],
  [
    'a write without an answer may come later',
    [at([0, Infinity], 'write', 1), at([1, 2], 'read', 0), at([3, 4], 'read', 1)],
  ],
  ['a write without an answer may never come', [at([0, Infinity], 'write', 1), at([1, 2], 'read', 0)]],
] as const)('%s', ([, history]) => {
  expect(contradictionIn(history, register)).toBeNull()
})

test.for([
  ['a read after a write reads what was before', [at([0, 1], 'write', 1), at([2, 3], 'read', 0)]],
  ['what was read is gone again', [at([0, 9], 'write', 1), at([1, 2], 'read', 1), at([3, 4], 'read', 0)]],
  ['a value is read that was never written', [at([0, 1], 'write', 1), at([2, 3], 'read', 7)]],
  ['a write that is not sent yet is read', [at([0, 1], 'read', 1), at([2, 3], 'write', 1)]],
] as const)('refused: %s', ([, history]) => {
  expect(contradictionIn(history, register)).not.toBeNull()
})

/** Requests whose moments of effect are the points 1, 2, 3 ...; each is sent before, and answered after its own. */
const truthful = fc
  .array(fc.record({ isWrite: fc.boolean(), before: fc.nat(60), after: fc.nat(60) }), { minLength: 2, maxLength: 40 })
  .map((requests) => {
    let state = 0
    return requests.map(({ isWrite, before, after }, place): Operation<Asked> => {
      if (isWrite) state = place + 1
      const moment = 10 * (place + 1)
      return at([moment - 1 - before, moment + 1 + after], isWrite ? 'write' : 'read', state)
    })
  })

test('however requests overlap, a history of one object is accepted', () => {
  fc.assert(
    fc.property(truthful, (history) => contradictionIn(history, register) === null),
    replayable(500),
  )
})

test('a stale read is found in any such history: of a value that a later write had replaced before it was sent', () => {
  fc.assert(
    fc.property(truthful, (history) => {
      const end = Math.max(...history.map(({ answeredAt }) => answeredAt))
      const later = [
        at([end + 1, end + 2], 'write', -1),
        at([end + 3, end + 4], 'write', -2),
        at([end + 5, end + 6], 'read', -1),
      ]
      expect(contradictionIn([...history, ...later], register)?.map(({ of }) => of)).toEqual([later[2]?.of])
    }),
    replayable(200),
  )
})

import { expect, test } from 'vitest'
import { generationOf } from '../../../../desktop/renderer/app/contract.ts'

test.each([
  ['1.4', 'same'],
  ['1.5', 'newer'],
  ['1.10', 'newer'],
  ['1.3', 'older'],
  ['2.4', 'other'],
  ['0.9', 'other'],
])('for a console of API version 1.4, a server of %s is %s', (theirs, generation) => {
  expect(generationOf(theirs, '1.4')).toBe(generation)
})

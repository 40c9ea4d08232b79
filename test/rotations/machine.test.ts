import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ImpossibleStep,
  isOpen,
  isStep,
  type MachineState,
  nextVersion,
  rotationStates,
  stateOf,
} from '../../server/rotations/machine.ts'
import { RotationOutcome, RotationStage } from '../../shared/rotations.ts'

const states = Object.keys(rotationStates) as MachineState[]
const actorOf = (to: MachineState) => (to === 'interrupted' ? 'next start' : 'request')
const steps = fc.array(fc.constantFrom(...states), { maxLength: 30 })

/** Follows the steps that the machine has, as the store does; answers every state it came to. */
function walk(wanted: readonly MachineState[]): MachineState[] {
  const path: MachineState[] = ['begun']
  for (const to of wanted)
    try {
      if (isStep(path.at(-1) as MachineState, to, actorOf(to))) path.push(to)
    } catch (error) {
      if (!(error instanceof ImpossibleStep)) throw error
    }
  return path
}

test('in any order of steps a rotation ends at most once, and nothing follows its outcome', () => {
  fc.assert(
    fc.property(steps, (wanted) => {
      const path = walk(wanted)
      expect(path.filter((state) => !isOpen(state)).length).toBeLessThanOrEqual(1)
      expect(path.slice(0, -1).every(isOpen)).toBe(true)
    }),
  )
})

test('in any order of steps new credentials become active only after the provider accepted them', () => {
  fc.assert(
    fc.property(steps, (wanted) => {
      const path = walk(wanted)
      if (path.includes('stored')) expect(path).toEqual(['begun', 'checked', 'sent', 'accepted', 'stored'])
    }),
  )
  expect(walk(['checked', 'sent', 'accepted', 'stored']), 'control: this order stores them').toContain('stored')
})

test('repeating a step changes nothing, since its first answer may have been lost', () => {
  fc.assert(
    fc.property(steps, (wanted) => {
      expect(walk(wanted.flatMap((state) => [state, state]))).toEqual(walk(wanted))
    }),
  )
})

test('every open state can end as interrupted and as failed, so that no stop leaves a custodian blocked', () => {
  for (const state of states.filter(isOpen)) {
    expect(isStep(state, 'interrupted', 'next start')).toBe(true)
    expect(isStep(state, 'failed', 'request')).toBe(true)
  }
})

test('a step that is not listed is refused', () => {
  expect(() => isStep('begun', 'stored', 'request')).toThrow(ImpossibleStep)
  expect(() => isStep('sent', 'checked', 'request')).toThrow('a rotation that is sent cannot become checked')
})

test('only the next start interrupts a rotation, and it does nothing else', () => {
  for (const state of states.filter(isOpen)) {
    expect(() => isStep(state, 'interrupted', 'request')).toThrow(ImpossibleStep)
    expect(() => isStep(state, 'failed', 'next start')).toThrow(ImpossibleStep)
  }
})

test('every stage and outcome of the contract is a state, and there is no other besides begun', () => {
  expect(new Set(states)).toEqual(new Set(['begun', ...RotationStage.options, ...RotationOutcome.options]))
  expect(stateOf({ stage: null, outcome: null })).toBe('begun')
  expect(stateOf({ stage: 'sent', outcome: 'failed' })).toBe('failed')
})

test('a new version comes after every version that was stored', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (active, last) => {
      expect(nextVersion(active, last)).toBeGreaterThan(Math.max(active, last))
    }),
  )
})

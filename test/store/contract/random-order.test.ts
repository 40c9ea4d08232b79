import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ImpossibleStep,
  isOpen,
  isStep,
  type MachineState,
  nextVersion,
  stateOf,
} from '../../../server/rotations/machine.ts'
import type { RotationIntent } from '../../../server/store/rotation-writes.ts'
import type { Store } from '../../../server/store/store.ts'
import { StoreError } from '../../../server/store/store-error.ts'
import { RotationOutcome } from '../../../shared/rotations.ts'
import { replayable } from '../../harness/replayable.ts'
import { custodians } from '../../harness/seed.ts'
import type { Truth } from '../engine.ts'
import { engines } from '../engines.ts'
import { by, codeOf, completionOf, endOf, type Installation, install, intentOf } from './installation.ts'
import { brokenInvariants } from './invariants.ts'

const rotated = [custodians.copper, custodians.fireblocks] as const
const providers = ['copper', 'fireblocks'] as const
const targets: readonly MachineState[] = [
  'checked',
  'sent',
  'accepted',
  'stored',
  'unchanged',
  'refused',
  'failed',
  'voided',
  'interrupted',
]

type Command =
  | { readonly kind: 'begin'; readonly custodian: 0 | 1; readonly isChecked: boolean }
  /** Of the rotation that began so many before the last one; mostly the last. */
  | { readonly kind: 'step'; readonly back: number; readonly to: MachineState }
  | { readonly kind: 'end interrupted' }
  | { readonly kind: 'kill' }

/** How the answer of the command is lost, if it is. */
type Disturbed = { readonly command: Command; readonly loss: 'none' | 'committed' | 'uncommitted' }

const step = (to: fc.Arbitrary<MachineState>) =>
  fc.record({ kind: fc.constant('step' as const), back: fc.constantFrom(0, 0, 0, 0, 1, 2), to })
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('begin' as const),
      custodian: fc.constantFrom(0 as const, 1 as const),
      isChecked: fc.boolean(),
    }),
  },
  { weight: 8, arbitrary: step(fc.constantFrom(...targets)) },
  { weight: 1, arbitrary: fc.constant({ kind: 'end interrupted' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'kill' } as const) },
)
/** A rotation that goes its way for a while, since random steps seldom come far. */
const ordered: fc.Arbitrary<Command[]> = fc
  .record({
    custodian: fc.constantFrom(0 as const, 1 as const),
    stages: fc.constantFrom(0, 1, 2, 3, 3, 3),
    end: fc.constantFrom<MachineState>('stored', 'stored', 'unchanged', 'voided', 'refused', 'failed'),
  })
  .map(({ custodian, stages, end }) => [
    { kind: 'begin', custodian, isChecked: false },
    ...(['checked', 'sent', 'accepted'] as const)
      .slice(0, stages)
      .map((to) => ({ kind: 'step' as const, back: 0, to })),
    { kind: 'step', back: 0, to: end },
  ])
const loss = fc.constantFrom<Disturbed['loss']>('none', 'none', 'none', 'committed', 'uncommitted')
const commands = fc
  .array(
    fc.oneof(
      command.map((one) => [one]),
      ordered,
    ),
    { minLength: 5, maxLength: 15 },
  )
  .chain((parts) => fc.tuple(...parts.flat().map((one) => fc.record({ command: fc.constant(one), loss }))))

type Modelled = {
  readonly intent: RotationIntent
  readonly expectedVersion: number
  readonly version: number
  state: MachineState
}

/** What must be stored, by the pure machine. */
type Model = { readonly rotations: Modelled[]; readonly versions: Map<string, { active: number; last: number }> }

async function modelOf(truth: Truth): Promise<Model> {
  const stored = await truth.read('credentials')
  const active = await truth.read('custodians')
  const versionsOf = (id: string) => stored.flatMap((one) => (one.custodianId === id ? [one.version] : []))
  const versions = active.map(
    ({ custodianId: id, version }) => [id, { active: version, last: Math.max(0, ...versionsOf(id)) }] as const,
  )
  return { rotations: [], versions: new Map(versions) }
}

/** Where the stored rotations and versions are not those of the model. */
async function differences(truth: Truth, { rotations, versions }: Model): Promise<string[]> {
  const stored = new Map((await truth.read('rotations')).map((one) => [one.rotationId, one]))
  const wrongStates = rotations.flatMap(({ intent: { rotationId }, state }) => {
    const found = stored.get(rotationId)
    const actual = found ? stateOf(found as Parameters<typeof stateOf>[0]) : 'not there'
    return actual === state ? [] : [`${rotationId} is ${actual}, not ${state}`]
  })
  const wrongVersions = (await truth.read('custodians')).flatMap(({ custodianId, version }) =>
    version === versions.get(custodianId)?.active ? [] : [`custodian ${custodianId} has version ${version}`],
  )
  return [...wrongStates, ...wrongVersions]
}

/** What a command must answer, or that the store must reject it, and how it changes the model. */
type Expected = { readonly answer: unknown; readonly rejects?: true; apply?(): void }

function openOf({ rotations }: Model, custodianId: string): Modelled | undefined {
  return rotations.find(({ intent, state }) => intent.custodianId === custodianId && isOpen(state))
}

function expectedOfBegin(model: Model, intent: RotationIntent): Expected {
  if (openOf(model, intent.custodianId)) return { answer: 'RotationInProgress' }
  const { active, last } = model.versions.get(intent.custodianId) as { active: number; last: number }
  const version = nextVersion(active, last)
  const state = intent.checkedFor ? 'sent' : 'begun'
  const rotation: Modelled = { intent, expectedVersion: active, version, state }
  return { answer: null, apply: () => void model.rotations.push(rotation) }
}

function expectedOfStep(model: Model, rotation: Modelled, to: MachineState): Expected {
  const { intent, expectedVersion, version, state } = rotation
  const current = model.versions.get(intent.custodianId) as { active: number; last: number }
  try {
    if (to === 'stored') {
      // An activation is also the step to accepted, which stays where the rest is refused.
      const isAccepted = isStep(state, 'accepted', 'request') || state === 'accepted'
      const accept = () => {
        if (isAccepted) rotation.state = 'accepted'
      }
      if (current.active !== expectedVersion) return { answer: 'RotationInProgress', apply: accept }
      if (!isAccepted) return { answer: null, rejects: true }
    }
    const isNew = to === 'stored' || isStep(state, to, 'request')
    const answer = to === 'stored' ? null : isStage(to) ? undefined : isNew
    return {
      answer,
      apply: () => {
        if (!isNew) return
        rotation.state = to
        if (to === 'stored') model.versions.set(intent.custodianId, { active: version, last: version })
      },
    }
  } catch (error) {
    if (!(error instanceof ImpossibleStep)) throw error
    return { answer: null, rejects: true }
  }
}

const isStage = (to: MachineState): to is 'checked' | 'sent' | 'accepted' =>
  ['checked', 'sent', 'accepted'].includes(to)

function expectedOfEnding(model: Model): Expected {
  const open = model.rotations.filter(({ state }) => isOpen(state))
  return { answer: open.length, apply: () => interrupt(model) }
}

function interrupt({ rotations }: Model): void {
  for (const one of rotations) if (isOpen(one.state)) one.state = 'interrupted'
}

async function takeStep(
  store: Store,
  { intent, expectedVersion, version }: Modelled,
  to: MachineState,
): Promise<unknown> {
  const { rotationId } = intent
  if (isStage(to)) return store.advanceRotation({ rotationId, stage: to })
  if (to === 'stored') return codeOf(await store.completeRotation(completionOf(intent, { version, expectedVersion })))
  const ending = { outcome: to as 'failed', verdict: null, refusedBy: null, answer: null }
  return store.endRotation(endOf(rotationId, ending))
}

/** A write to be asked for, and what it must come to. */
type Planned = {
  readonly ask: (store: Store) => Promise<unknown>
  readonly expected: Expected
  readonly isRepeated?: true
}

function plan(one: Command, model: Model, place: Installation): Planned | null {
  if (one.kind === 'begin') {
    const { custodian, isChecked } = one
    const checkedFor = isChecked ? providers[custodian] : null
    const settings = { custodianId: rotated[custodian], checkedFor }
    const intent = intentOf(place.tokenId, settings)
    return { ask: async (store) => codeOf(await store.beginRotation(intent)), expected: expectedOfBegin(model, intent) }
  }
  if (one.kind === 'end interrupted')
    return { ask: (store) => store.endInterrupted(by()), expected: expectedOfEnding(model), isRepeated: true }
  const rotation = one.kind === 'step' ? model.rotations.at(-1 - one.back) : undefined
  if (one.kind !== 'step' || !rotation) return null
  return { ask: (store) => takeStep(store, rotation, one.to), expected: expectedOfStep(model, rotation, one.to) }
}

const causeOf = (error: unknown): unknown => {
  if (error instanceof StoreError) return error.cause
  throw error
}

describe.each(engines)('rotations on $name', (engine) => {
  test('in any order of steps, kills and lost answers the store holds what the machine says', {
    tags: ['long'],
  }, async () => {
    await using place = await install(engine)
    const { truth } = place.data
    const start = () => place.data.otherServer({ loses: { isCommitted: true, times: 0 } })
    let server = await start()
    const reached = new Map<string, number>()
    const count = (what: string) => reached.set(what, (reached.get(what) ?? 0) + 1)

    const run = async ({ command: one, loss: lost }: Disturbed, model: Model) => {
      if (one.kind === 'kill') {
        await server.kill()
        server = await start()
        // Another server may end what is open at any time from now on; ended here, the moment is known.
        if (engine.hasLeases) {
          await server.store.endInterrupted(by())
          interrupt(model)
        }
        count('killed')
      }
      const planned = plan(one, model, place)
      if (!planned) return
      const { ask, expected, isRepeated } = planned
      if (lost !== 'none') server.lose({ isCommitted: lost === 'committed', times: 1 })
      const answered = await ask(server.store).then(
        (answer) => ({ answer }),
        (error) => ({ cause: causeOf(error) }),
      )
      const isLost = lost !== 'none' && server.toLose() === 0 && !isRepeated
      server.lose({ isCommitted: true, times: 0 })
      if (expected.rejects) expect(answered).toEqual({ cause: 'rejected' })
      else expect(answered).toEqual(isLost ? { cause: 'unknown-outcome' } : { answer: expected.answer })
      if (!isLost || lost === 'committed') expected.apply?.()
      count(expected.rejects ? 'rejected' : isLost ? 'lost' : 'answered')
    }

    try {
      await fc.assert(
        fc.asyncProperty(commands, async (given) => {
          await server.store.endInterrupted(by())
          const model = await modelOf(truth)
          for (const one of given) {
            await run(one, model)
            expect(await differences(truth, model)).toEqual([])
          }
          for (const { state } of model.rotations) count(state)
        }),
        replayable(30),
      )
      expect(await brokenInvariants(truth)).toEqual([])
      for (const what of ['killed', 'rejected', 'lost', 'answered', ...RotationOutcome.options])
        expect([...reached.keys()], 'control: every kind of command and of end was reached').toContain(what)
    } finally {
      await server[Symbol.asyncDispose]()
    }
  })

  test('control: a stored state that the machine does not say is found', async () => {
    await using place = await install(engine)
    const { truth, tamper } = place.data
    const model = await modelOf(truth)
    const planned = plan({ kind: 'begin', custodian: 0, isChecked: false }, model, place) as Planned
    expect(await planned.ask(place.store)).toBeNull()
    planned.expected.apply?.()
    expect(await differences(truth, model)).toEqual([])
    await tamper.change('rotations', () => true, { stage: 'accepted' })
    expect(await differences(truth, model)).toHaveLength(1)
  })
})

import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RotationIntent } from '../../../server/store/rotation-writes.ts'
import type { Store } from '../../../server/store/store.ts'
import type { Result } from '../../../shared/result.ts'
import { custodians, id, tenants } from '../../harness/seed.ts'
import {
  accept,
  begin,
  by,
  codeOf,
  completionOf,
  endOf,
  type Installation,
  install,
  intentOf,
} from '../contract/installation.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import type { StoredFolder } from '../engine.ts'
import { ServerKilled } from '../engine.ts'
import { sqlite } from '../engines/sqlite.ts'
import { execute } from './database.ts'

const { copper, fireblocks, second, large } = custodians
const inSecond = { tenantId: tenants.second }

let place: Installation<StoredFolder>
beforeEach(async () => {
  place = await install(sqlite)
})
afterEach(async () => {
  expect(await brokenInvariants(place.data.truth)).toEqual([])
  await place[Symbol.asyncDispose]()
})

const intents = (): readonly RotationIntent[] => [
  intentOf(place.tokenId),
  intentOf(place.tokenId, { custodianId: fireblocks }),
  intentOf(place.tokenId, { custodianId: second, ...inSecond }),
]

/** Asks for these writes while the writer waits to begin another one, which shares no commit and fails before it has one. */
async function together<Output>(
  store: Store,
  writes: readonly (() => Promise<Output>)[],
): Promise<PromiseSettledResult<Output>[]> {
  const held = await place.data.holdWrites()
  const failing = store.revokeTokens({ tokens: [{ tokenId: id('no number'), reason: '' }], ...by() })
  const answers = Promise.allSettled([failing, ...writes.map((write) => write())])
  // Answered after the writer was given all of them, in this process or another.
  await store.salt()
  await held[Symbol.asyncDispose]()
  const [failed, ...others] = await answers
  expect(failed, 'control: it waited and failed').toMatchObject({ status: 'rejected' })
  return others as PromiseSettledResult<Output>[]
}

const codesOf = (answers: readonly PromiseSettledResult<Result<unknown>>[]) =>
  answers.map((answer) => (answer.status === 'fulfilled' ? codeOf(answer.value) : answer.reason.cause))

/** How many records of the audit each commit since record `after` has, in their order. */
async function commitsAfter(after: number): Promise<number[]> {
  const records = (await place.data.truth.read('audit')).filter(({ sequence }) => sequence > after)
  const sizes: number[] = []
  for (let at = records.at(-1); at && at.sequence > after; ) {
    const start = at.commitStart ?? at.sequence
    sizes.unshift(at.sequence - start + 1)
    at = records.find(({ sequence }) => sequence === start - 1)
  }
  return sizes
}

const auditLength = async () => (await place.data.truth.read('audit')).length

test('writes that wait at the same time share a commit, and each gets its own answer', async () => {
  const { store, tokenId } = place
  const before = await auditLength()
  const answers = await together(store, [
    ...intents().map((intent) => () => store.beginRotation(intent)),
    () => store.beginRotation(intentOf(tokenId)),
    () => store.beginRotation(intentOf(tokenId, { custodianId: large })),
  ])
  expect(codesOf(answers)).toEqual([null, null, null, 'RotationInProgress', 'NotFound'])
  expect(await commitsAfter(before), 'control: one commit').toEqual([3])
  expect((await place.data.truth.anchor())?.sequence).toBe(before + 3)
})

test('control: writes that are asked for one after the other have a commit each', async () => {
  const before = await auditLength()
  for (const intent of intents()) await begin(place.store, intent)
  expect(await commitsAfter(before)).toEqual([1, 1, 1])
})

test('a write that the storage refuses is undone alone, and the others of its commit stand', async () => {
  const { store, tokenId } = place
  const intent = intentOf(tokenId)
  const { version, custodian } = await begin(store, intent)
  await accept(store, intent)
  await place.data.tamper.failActivation('planted')
  const before = await auditLength()
  const [one, other] = intents().slice(1) as [RotationIntent, RotationIntent]
  const answers = await together<Result<unknown>>(store, [
    () => store.beginRotation(one),
    () => store.completeRotation(completionOf(intent, { version, expectedVersion: custodian.credentialVersion })),
    () => store.beginRotation(other),
  ])
  expect(codesOf(answers)).toEqual([null, 'rejected', null])
  expect(await commitsAfter(before), 'control: one commit').toEqual([2])
  const open = (await place.data.truth.read('rotations')).filter(({ outcome }) => outcome === null)
  expect(open.map(({ custodianId }) => custodianId).sort()).toEqual([fireblocks, copper, second])
})

test('a write for which SQLite takes back the whole transaction fails alone: the others are done again', async () => {
  const { store, tokenId } = place
  const intent = intentOf(tokenId)
  const { version, custodian } = await begin(store, intent)
  await accept(store, intent)
  execute(dirname(place.data.files()[0] as string), takesBackAll)
  const before = await auditLength()
  const [one, other] = intents().slice(1) as [RotationIntent, RotationIntent]
  const answers = await together<Result<unknown>>(store, [
    () => store.beginRotation(one),
    () => store.completeRotation(completionOf(intent, { version, expectedVersion: custodian.credentialVersion })),
    () => store.beginRotation(other),
  ])
  expect(codesOf(answers)).toEqual([null, 'rejected', null])
  expect(await commitsAfter(before)).toEqual([1, 1])
})

const takesBackAll = `
  CREATE TRIGGER planted BEFORE INSERT ON credentials BEGIN SELECT RAISE(ROLLBACK, 'planted'); END`

describe.each([
  ['although it was committed', true],
  ['and it was not committed', false],
] as const)('when the answer to a shared COMMIT is lost, %s', (_, isCommitted) => {
  test('the outcome is unknown for each of its writes, and each finds its own', async () => {
    await using other = await place.data.otherServer({ loses: { isCommitted, times: 0 } })
    const { store } = other
    const begun = intents()
    const before = await auditLength()
    const writes = begun.map((intent) => () => store.beginRotation(intent))
    other.lose({ isCommitted, times: 1 })
    const answers = await together(store, writes)
    expect(other.toLose(), 'control: an answer was lost').toBe(0)
    expect(codesOf(answers)).toEqual(begun.map(() => 'unknown-outcome'))
    expect(await commitsAfter(before), 'control: one commit').toEqual(isCommitted ? [3] : [])
    const ended = begun.map(({ rotationId }) => store.endRotation(endOf(rotationId, { refusedBy: null })))
    expect(await Promise.all(ended)).toEqual(begun.map(() => isCommitted))
  })

  test('a write that the store itself repeats shares no commit, and is answered', async () => {
    await using other = await place.data.otherServer({ loses: { isCommitted, times: 0 } })
    const { store } = other
    const record = { kind: 'data.imported', actor: 'tester', at: Date.now() } as const
    const before = await auditLength()
    other.lose({ isCommitted, times: 1 })
    const answers = await together<unknown>(store, [() => store.recordAudit(record), () => store.recordAudit(record)])
    expect(other.toLose(), 'control: an answer was lost').toBe(0)
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await commitsAfter(before)).toEqual([1, 1])
  })
})

describe('a kill', () => {
  test('before a shared COMMIT leaves none of its writes, and none was answered', async () => {
    await using other = await place.data.otherServer({ dieAt: 'commit:1' })
    const before = await auditLength()
    const answers = await together(
      other.store,
      intents().map((intent) => () => other.store.beginRotation(intent)),
    )
    const killed = { status: 'rejected', reason: expect.any(ServerKilled) }
    expect(answers).toEqual(answers.map(() => killed))
    expect(await auditLength()).toBe(before)
  })

  test('between a shared COMMIT and its anchor leaves all of its writes, and data that opens', async () => {
    await using other = await place.data.otherServer({ dieAt: 'overwrite:1' })
    const before = await auditLength()
    const answers = await together(
      other.store,
      intents().map((intent) => () => other.store.beginRotation(intent)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'rejected'))
    expect(await commitsAfter(before)).toEqual([3])
    expect((await place.data.truth.anchor())?.sequence, 'control: the anchor is behind').toBe(before)
    await place.reopen()
    expect((await place.data.truth.anchor())?.sequence).toBe(before + 3)
  })
})

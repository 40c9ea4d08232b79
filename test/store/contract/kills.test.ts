import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../../server/store/store.ts'
import type { Id } from '../../../shared/primitives.ts'
import { strideOf } from '../../faults/lanes.ts'
import { custodians, id } from '../../harness/seed.ts'
import { type Engine, ServerKilled, type Truth } from '../engine.ts'
import { engines } from '../engines.ts'
import {
  begin,
  by,
  checkOf,
  endOf,
  type Installation,
  install,
  intentOf,
  issue,
  rotate,
  tokenOf,
} from './installation.ts'
import { brokenInvariants } from './invariants.ts'

/** What a server said that it stored: a name, and how the truth shows it. */
type Acknowledged = { readonly what: string; readonly isThere: (truth: Truth) => Promise<boolean> }

const hasSome = async (facts: Promise<readonly object[]>, fits: (fact: never) => boolean) =>
  (await facts).some((fact) => fits(fact as never))

/** One of every write that may not be lost, in a row; `acknowledge` is called right after each answer. */
async function workingDay(store: Store, tokenId: Id, acknowledge: (one: Acknowledged) => void): Promise<void> {
  const name = `day ${uuidv7()}`
  const ofName = ({ name: found }: { readonly name: string }) => found === name
  await store.createToken(tokenOf({ name }))
  acknowledge({ what: 'a token', isThere: (truth) => hasSome(truth.read('tokens'), ofName) })

  const created = await store.createItem({ kind: 'tenant', id: null, seenBy: null, values: { name }, ...by() })
  const tenantId = created.ok ? created.value.id : id(0)
  const isAudited = (kind: string) => (truth: Truth) =>
    hasSome(
      truth.read('audit'),
      (fact: { readonly kind: string; readonly details: string }) => fact.kind === kind && fact.details.includes(name),
    )
  acknowledge({ what: 'a tenant', isThere: isAudited('tenant.created') })
  await store.freeze({ tenantId, reason: name, ...by() })
  acknowledge({ what: 'a freeze', isThere: isAudited('tenant.frozen') })
  await store.thaw({ tenantId, reason: name, ...by() })
  const ofTenant = (fact: { readonly tenantId: string }) => fact.tenantId === tenantId
  const isThawed = async (truth: Truth) => !(await hasSome(truth.read('freezes'), ofTenant))
  acknowledge({ what: 'a thaw', isThere: isThawed })
  const key = { kind: 'tenant', id: tenantId, seenBy: null } as const
  await store.updateItem({ ...key, version: 1, values: { name: `${name}, renamed` }, ...by() })
  acknowledge({ what: 'a change', isThere: isAudited('tenant.changed') })
  await store.deleteItem({ ...key, version: 2, ...by() })
  acknowledge({ what: 'a deletion', isThere: async (truth) => !(await hasSome(truth.read('tenants'), ofTenant)) })

  const completion = await rotate(store, tokenId)
  const isActive = ({ ciphertext }: { readonly ciphertext: Uint8Array }) =>
    Buffer.from(ciphertext).equals(completion.sealed.ciphertext)
  acknowledge({ what: 'an activation', isThere: (truth) => hasSome(truth.read('credentials'), isActive) })

  const refused = intentOf(tokenId, { custodianId: custodians.fireblocks })
  await begin(store, refused)
  const isBegun = ({ rotationId }: { readonly rotationId: string }) => rotationId === refused.rotationId
  acknowledge({ what: 'an intent', isThere: (truth) => hasSome(truth.read('rotations'), isBegun) })
  await store.endRotation(endOf(refused.rotationId, { refusedBy: null }))
  const isRefused = (fact: { readonly rotationId: string; readonly outcome: string | null }) =>
    isBegun(fact) && fact.outcome === 'refused'
  acknowledge({ what: 'a refusal', isThere: (truth) => hasSome(truth.read('rotations'), isRefused) })

  const check = checkOf(tokenId)
  await store.beginCheck(check)
  await store.endCheck({ checkId: check.checkId, verdict: 'valid', reason: '', refusedBy: null, ...by() })
  const isChecked = (fact: { readonly rotationId: string | null; readonly kind: string }) =>
    fact.rotationId === check.checkId && fact.kind === 'validation.ended'
  acknowledge({ what: 'a check', isThere: (truth) => hasSome(truth.read('audit'), isChecked) })

  const entry = { position: 1n, index: 0n, tokenId: id(1), amount: '7', fromAccountId: null, toAccountId: id(1), at: 1 }
  await store.appendReserveTransactions({ source: name, transactions: [entry, { ...entry, index: 1n }] })
  const isOfSource = ({ source }: { readonly source: string }) => source === name
  acknowledge({ what: 'a batch', isThere: (truth) => hasSome(truth.read('transactions'), isOfSource) })

  await store.revokeToken({ token: name, ...by() })
  const isRevoked = (fact: { readonly name: string; readonly revokedAt: number | null }) =>
    ofName(fact) && fact.revokedAt !== null
  acknowledge({ what: 'a revocation', isThere: (truth) => hasSome(truth.read('tokens'), isRevoked) })
}

/** Batches are stored whole or not at all. */
async function halfBatches(truth: Truth): Promise<string[]> {
  const days = (await truth.read('transactions')).filter(({ source }) => source.startsWith('day '))
  return [...Map.groupBy(days, ({ source }) => source)].flatMap(([source, rows]) => (rows.length === 2 ? [] : [source]))
}

async function lost(truth: Truth, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const found = await Promise.all(acknowledged.map(async ({ what, isThere }) => ((await isThere(truth)) ? [] : [what])))
  return found.flat()
}

/** A day on a server that is killed at that step; answers what was acknowledged and whether the server lived. */
async function dayUntilKilled({ data, tokenId }: Installation, dieAt: string) {
  const acknowledged: Acknowledged[] = []
  const other = await data.otherServer({ dieAt })
  try {
    await workingDay(other.store, tokenId, (one) => acknowledged.push(one))
    return { acknowledged, lived: true }
  } catch (error) {
    if (!(error instanceof ServerKilled)) throw error
    return { acknowledged, lived: false }
  } finally {
    await other.kill()
  }
}

const anyKill = 'right before any %s loses nothing that it acknowledged and leaves nothing by half'

/** Kills a server at the first, second, third ... step of a kind, until it gets through its work. */
async function surviveKills(engine: Engine, step: string | undefined) {
  await using place = await install(engine)
  const all: Acknowledged[] = []
  let kills = 0
  for (let at = 1; ; at += strideOf(3)) {
    const { acknowledged, lived } = await dayUntilKilled(place, `${step}:${at}`)
    all.push(...acknowledged)
    const store = await place.reopen()
    expect(await brokenInvariants(place.data.truth), `killed at ${step} ${at}`).toEqual([])
    await store.endInterrupted(by())
    expect(await brokenInvariants(place.data.truth), `killed at ${step} ${at}, and started again`).toEqual([])
    expect(await lost(place.data.truth, all), `killed at ${step} ${at}`).toEqual([])
    expect(await halfBatches(place.data.truth)).toEqual([])
    if (lived) break
    kills += 1
  }
  expect(kills, 'control: it was killed in its work').toBeGreaterThan(1)
  expect(all.length).toBeGreaterThan(kills)
}

describe.each(engines)('a server that is killed on $name', (engine) => {
  const [first, ...others] = engine.steps
  test.each([first])(anyKill, { timeout: 600_000 }, (step) => surviveKills(engine, step))
  test.each(others)(anyKill, { tags: ['long'] }, (step) => surviveKills(engine, step))

  test('control: what was acknowledged and is gone is found', async () => {
    await using place = await install(engine)
    const all: Acknowledged[] = []
    await workingDay(place.store, place.tokenId, (one) => all.push(one))
    expect(await lost(place.data.truth, all)).toEqual([])
    const { tamper, truth } = place.data
    await tamper.remove('credentials', () => true)
    await tamper.remove('transactions', ({ source, index }) => source.startsWith('day ') && index === '1')
    await tamper.change('tokens', () => true, { revokedAt: null })
    expect(await lost(truth, all)).toEqual(['an activation', 'a revocation'])
    expect(await halfBatches(truth)).toHaveLength(1)
  })

  test('a write that waits for another server is stored once that one is gone', async () => {
    await using place = await install(engine)
    const held = await place.data.holdWrites()
    let isThrough = false
    const writing = issue(place.store, { name: 'waiting' }).then(() => {
      isThrough = true
    })
    expect(await place.store.listTokens(), 'reads do not wait').not.toContainEqual(
      expect.objectContaining({ name: 'waiting' }),
    )
    expect(isThrough, 'control: the write does').toBe(false)
    await held[Symbol.asyncDispose]()
    await writing
    expect(await place.store.listTokens()).toContainEqual(expect.objectContaining({ name: 'waiting' }))
  })

  test('a store that was closed refuses writes, and a new one goes on', async () => {
    await using place = await install(engine)
    const other = await place.anotherStore()
    await other.close()
    await expect(other.recordAudit({ kind: 'data.imported', ...by() })).rejects.toThrow()
    expect(await place.store.writeFault()).toBeNull()
    await place.store.recordAudit({ kind: 'data.imported', ...by() })
  })
})

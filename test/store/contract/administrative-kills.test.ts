import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ItemKind, ItemValues, VersionedItem } from '../../../server/store/items.ts'
import type { Store } from '../../../server/store/store.ts'
import type { Id } from '../../../shared/primitives.ts'
import { icon, id, tenants } from '../../harness/seed.ts'
import { type Engine, ServerKilled, type Truth } from '../engine.ts'
import { engines } from '../engines.ts'
import { by, type Installation, install, issue, tokenOf, webhookOf } from './installation.ts'
import { brokenInvariants } from './invariants.ts'

/** A write of an administrator: what it needs is there first, and it is one commit with its audit record. */
type Write<Prepared = never> = {
  prepare?(store: Store): Promise<Prepared>
  /** Answers whether it was done. */
  ask(store: Store, prepared: Prepared, actorTokenId: Id): Promise<boolean>
}

const write = <Prepared>(one: Write<Prepared>): Write => one as unknown as Write

const unique = () => `name ${randomUUID()}`
const isOk = async (answer: Promise<{ readonly ok: boolean }>) => (await answer).ok

const newValues: { readonly [Kind in Exclude<ItemKind, 'wallet'>]: () => ItemValues[Kind] } = {
  tenant: () => ({ name: unique() }),
  custodian: () => ({ tenantId: tenants.first, name: unique(), provider: 'copper', baseUrl: null }),
  network: () => ({ name: unique(), icon }),
  'chain-token': () => ({ symbol: 'NEW', blockchainId: id(1), contractAddress: unique(), decimals: 6 }),
  'reserve-account': () => ({ blockchainId: id(1), address: unique(), name: unique() }),
  webhook: () => webhookOf({ name: unique() }),
}
type Creatable = keyof typeof newValues

const create = <Kind extends Creatable>(store: Store, kind: Kind) =>
  store.createItem<Kind>({ kind, id: null, seenBy: null, values: newValues[kind]() as ItemValues[Kind], ...by() })

async function created<Kind extends Creatable>(store: Store, kind: Kind): Promise<VersionedItem<Kind>> {
  const made = await create(store, kind)
  if (!made.ok) throw new Error(`no ${kind}: ${made.error.code}`)
  return { kind, id: made.value.id, version: made.value.version, seenBy: null, ...by() }
}

async function walletNow(store: Store): Promise<VersionedItem<'wallet'>> {
  const wallet = await store.findItem({ kind: 'wallet', id: id(201), seenBy: null })
  return { kind: 'wallet', id: id(201), version: wallet?.version as number, seenBy: null, ...by() }
}

const creates = (kind: Creatable) => write({ ask: (store) => isOk(create(store, kind)) })

const updates = <Kind extends Creatable>(kind: Kind, values: () => Partial<ItemValues[Kind]>) =>
  write({
    prepare: (store) => created(store, kind),
    ask: (store, item) => isOk(store.updateItem<Kind>({ ...item, values: values() })),
  })

const deletes = (kind: Creatable) =>
  write({ prepare: (store) => created(store, kind), ask: (store, item) => isOk(store.deleteItem(item)) })

const switches = (kind: Creatable, isDisabled: boolean) =>
  write({
    prepare: async (store) => {
      const item = await created(store, kind)
      if (isDisabled) return item
      await store.switchItem({ ...item, isDisabled: true })
      return { ...item, version: item.version + 1 }
    },
    ask: (store, item) => isOk(store.switchItem({ ...item, isDisabled })),
  })

/** A freeze that is still to begin. */
async function freezeOf(store: Store, isPlatform: boolean) {
  await store.thaw({ reason: 'before', ...by(), tenantId: null })
  const tenantId = isPlatform ? null : (await created(store, 'tenant')).id
  // By the clock of now: a record that is older than the one before it is noted elsewhere, too.
  return { reason: 'case 7', tenantId, ...by() }
}

const freezes = (isPlatform: boolean) =>
  write({ prepare: (store) => freezeOf(store, isPlatform), ask: (store, change) => isOk(store.freeze(change)) })

const thaws = (isPlatform: boolean) =>
  write({
    prepare: async (store) => {
      const change = await freezeOf(store, isPlatform)
      await store.freeze(change)
      return change
    },
    ask: (store, change) => isOk(store.thaw(change)),
  })

const named = async (store: Store) => {
  const name = unique()
  return { name, tokenId: await issue(store, { name }) }
}

const switchesToken = (isDisabled: boolean) =>
  write({
    prepare: async (store) => {
      const { tokenId } = await named(store)
      const change = { tokenId, seenBy: null, version: 1, isDisabled: true }
      if (!isDisabled) await store.switchToken({ ...change, ...by() })
      return { tokenId, version: isDisabled ? 1 : 2 }
    },
    ask: async (store, token, actorTokenId) =>
      (await store.switchToken({ ...token, seenBy: null, isDisabled, ...by(), actorTokenId })).kind === 'changed',
  })

/** Tried on every machine. */
const some: Readonly<Record<string, Write>> = {
  'creating a custodian': creates('custodian'),
  'disabling a tenant': switches('tenant', true),
  'revoking an operator token': write({
    prepare: named,
    ask: async (store, { tokenId }, actorTokenId) =>
      (await store.revokeSeenToken({ tokenId, seenBy: null, reason: 'left', ...by(), actorTokenId })).kind ===
      'changed',
  }),
}

const others: Readonly<Record<string, Write>> = {
  'creating a tenant': creates('tenant'),
  'renaming a tenant': updates('tenant', () => ({ name: unique() })),
  'deleting a tenant': deletes('tenant'),
  'enabling a tenant': switches('tenant', false),
  'changing a custodian': updates('custodian', () => ({ name: unique(), provider: 'fireblocks' as const })),
  'deleting a custodian': deletes('custodian'),
  'disabling a custodian': switches('custodian', true),
  'enabling a custodian': switches('custodian', false),
  'creating a network': creates('network'),
  'renaming a network': updates('network', () => ({ name: unique() })),
  'deleting a network': deletes('network'),
  'creating a chain token': creates('chain-token'),
  'changing a chain token': updates('chain-token', () => ({ symbol: 'OTHER', decimals: 8 })),
  'deleting a chain token': deletes('chain-token'),
  'disabling a network': switches('network', true),
  'enabling a network': switches('network', false),
  'disabling a chain token': switches('chain-token', true),
  'enabling a chain token': switches('chain-token', false),
  'disabling a reserve account': switches('reserve-account', true),
  'enabling a reserve account': switches('reserve-account', false),
  'creating a reserve account': creates('reserve-account'),
  'renaming a reserve account': updates('reserve-account', () => ({ name: unique() })),
  'deleting a reserve account': deletes('reserve-account'),
  'creating a webhook': creates('webhook'),
  'changing a webhook': updates('webhook', () => ({ name: unique() })),
  'deleting a webhook': deletes('webhook'),
  'labelling a wallet': write({
    prepare: walletNow,
    ask: (store, wallet) =>
      isOk(store.updateItem({ ...wallet, values: { metadataJson: JSON.stringify({ label: unique() }) } })),
  }),
  'flagging a wallet': write({
    prepare: async (store) => {
      const wallet = await walletNow(store)
      await store.updateItem({ ...wallet, values: { isTreasuryEnabled: false } })
      return walletNow(store)
    },
    ask: (store, wallet) => isOk(store.updateItem({ ...wallet, values: { isTreasuryEnabled: true } })),
  }),
  'creating an operator token on this machine': write({
    ask: async (store) => (await store.createToken(tokenOf({ name: unique() }))).kind === 'created',
  }),
  'granting an operator token': write({
    ask: async (store, _, actorTokenId) =>
      (await store.grantToken({ ...tokenOf({ name: unique() }), actorTokenId })).kind === 'created',
  }),
  'changing an operator token': write({
    prepare: named,
    ask: async (store, { tokenId }, actorTokenId) => {
      const change = { tokenId, seenBy: null, version: 1, expiresAt: Date.now() + 60_000 }
      return (await store.changeToken({ ...change, ...by(), actorTokenId })).kind === 'changed'
    },
  }),
  'disabling an operator token': switchesToken(true),
  'enabling an operator token': switchesToken(false),
  'revoking an operator token on this machine': write({
    prepare: named,
    ask: async (store, { name }) => (await store.revokeToken({ token: name, ...by() })).length === 1,
  }),
  'revoking several operator tokens': write({
    prepare: async (store) => [await named(store), await named(store)],
    ask: async (store, all) => {
      await store.revokeTokens({ tokens: all.map(({ tokenId }) => ({ tokenId, reason: 'restored' })), ...by() })
      return true
    },
  }),
  'freezing a tenant': freezes(false),
  'freezing everything': freezes(true),
  'thawing a tenant': thaws(false),
  'thawing everything': thaws(true),
}

/** What a write changed: the sets of facts that are no longer as they were, however the engine keeps them. */
async function changedBy(truth: Truth, work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = await truth.everything()
  await work()
  const after = await truth.everything()
  return Object.keys(after).filter(
    (name) => JSON.stringify(printable(before[name])) !== JSON.stringify(printable(after[name])),
  )
}

/** When a store last tried whether it can write; stores note that on their own. */
const noted = 'write_tested_at'

const printable = (rows: readonly object[] | undefined) =>
  rows?.map((row) => Object.entries(row).flatMap(([name, value]) => (name === noted ? [] : [[name, `${value}`]])))

type Attempt = { readonly one: Write; readonly engine: Engine; readonly dieAt: string }

/** The write on a server that is killed at that step; whether it was answered, and what it changed. */
async function attempt({ data, store, tokenId }: Installation, { one, dieAt }: Omit<Attempt, 'engine'>) {
  const prepared = (await one.prepare?.(store)) as never
  let isAnswered = false
  const changed = await changedBy(data.truth, async () => {
    const other = await data.otherServer({ dieAt })
    try {
      isAnswered = await one.ask(other.store, prepared, tokenId)
    } catch (error) {
      if (!(error instanceof ServerKilled)) throw error
    } finally {
      await other.kill()
    }
  })
  return { isAnswered, changed, prepared }
}

/** The sets of facts that a write changes where nothing disturbs it. */
async function effectOf({ data, store, tokenId }: Installation, one: Write): Promise<readonly string[]> {
  const prepared = (await one.prepare?.(store)) as never
  return changedBy(data.truth, async () => expect(await one.ask(store, prepared, tokenId)).toBe(true))
}

/** Kills a server at the first, second, third ... step of a kind in this write, until it gets through. */
async function surviveKills({ one, engine, dieAt }: Attempt) {
  await using place = await install(engine)
  const { truth } = place.data
  const effect = await effectOf(place, one)
  expect(effect, 'it is audited').toContain('audit')
  expect(effect.length, 'and changes what it is about').toBeGreaterThan(1)
  for (let at = 1; ; at += 1) {
    const { isAnswered, changed, prepared } = await attempt(place, { one, dieAt: `${dieAt}:${at}` })
    const where = `killed at ${dieAt} ${at}`
    expect(changed, `${where}: all or nothing`).toSatisfy((found) => `${found}` === '' || `${found}` === `${effect}`)
    if (isAnswered) expect(changed, `${where}: what was answered is there`).toEqual(effect)
    const store = await place.reopen()
    expect(await brokenInvariants(truth), where).toEqual([])
    const again = () => one.ask(store, prepared, place.tokenId)
    if (changed.length === 0) expect(await changedBy(truth, again), `${where}, and repeated`).toEqual(effect)
    if (isAnswered) return expect(at, 'control: it was killed in the write').toBeGreaterThan(1)
  }
}

const wholeOrNot = 'a server that is killed right before any %s of %s leaves it whole, audit record included, or undone'

describe.each(engines)('on $name', (engine) => {
  const [first, ...steps] = engine.steps
  const run = ([dieAt, , one]: Case) => surviveKills({ one, engine, dieAt })
  test.each(casesOf([first as string], some))(wholeOrNot, (...each) => run(each))
  test.each([...casesOf(engine.steps, others), ...casesOf(steps, some)])(wholeOrNot, { tags: ['long'] }, (...each) =>
    run(each),
  )

  test('control: a write without its audit record is neither whole nor undone', async () => {
    await using place = await install(engine)
    const { tamper, truth } = place.data
    const whole = await effectOf(place, some['creating a custodian'] as Write)
    const half = await changedBy(truth, async () => {
      await create(place.store, 'custodian')
      const last = (await truth.read('audit')).length
      await tamper.remove('audit', ({ sequence }) => sequence === last)
    })
    expect(half).not.toEqual(whole)
    expect(half.length).toBeGreaterThan(0)
  })
})

type Case = readonly [dieAt: string, what: string, one: Write]

function casesOf(steps: readonly string[], writes: Readonly<Record<string, Write>>): Case[] {
  return steps.flatMap((dieAt) => Object.entries(writes).map(([what, one]) => [dieAt, what, one] as const))
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { issueToken } from '../../../server/access/issue-token.ts'
import { hashToken } from '../../../server/access/token-text.ts'
import type { Store } from '../../../server/store/store.ts'
import { StoreError } from '../../../server/store/store-error.ts'
import { administrativeResolutions, type Resolution, resolutions } from '../../../server/store/unknown-outcomes.ts'
import type { Id } from '../../../shared/primitives.ts'
import { isLongLane } from '../../faults/lanes.ts'
import { custodians, icon, id, tenants } from '../../harness/seed.ts'
import { type OtherServer, ServerKilled } from '../engine.ts'
import { postgres } from '../engines/postgres.ts'
import { engines } from '../engines.ts'
import type { Facts } from '../facts.ts'
import { type CommitFault, commitFaults, type FaultyServer, startFaultyServer } from '../postgres/commit-faults.ts'
import { noPostgres } from '../postgres/programs.ts'
import {
  accept,
  accountOf,
  begin,
  by,
  checkOf,
  codeOf,
  completionOf,
  endOf,
  eventOf,
  expiry,
  type Installation,
  install,
  intentOf,
  issue,
  logoutOf,
  newSeal,
  resultOf,
  rotate,
  sessionOf,
  signInOf,
  tokenOf,
  webhookOf,
} from './installation.ts'
import { brokenInvariants } from './invariants.ts'

type WriteName = keyof typeof resolutions

/** A server that loses the answer to its next COMMIT, next to one that does not. */
type Scene = {
  readonly place: Installation
  readonly other: Pick<OtherServer, 'store'>
  readonly isCommitted: boolean
  /** Asks the server whose answer is lost; the loss must have struck. */
  asks<Output>(ask: (store: Store) => Promise<Output>): Promise<Output>
  /** Kinds of the audit records that were written since the last call. */
  newAudit(): Promise<string[]>
}

function auditOf({ data }: Installation): Scene['newAudit'] {
  let known = 0
  return async () => {
    const audit = await data.truth.read('audit')
    const kinds = audit.slice(known).map(({ kind }) => kind)
    known = audit.length
    return kinds
  }
}

async function sceneOf(place: Installation, other: OtherServer, isCommitted: boolean): Promise<Scene> {
  const newAudit = auditOf(place)
  await newAudit()
  const asks: Scene['asks'] = async (ask) => {
    await newAudit()
    other.lose({ isCommitted, times: 1 })
    try {
      return await ask(other.store)
    } finally {
      expect(other.toLose(), 'control: an answer was lost').toBe(0)
    }
  }
  return { place, other, isCommitted, asks, newAudit }
}

/** A write whose store finds the outcome: it happens once, and is answered as if nothing had been lost. */
type Repeated<Prepared> = {
  /** Brings about what the write needs, also at the server that will be asked. */
  prepare?(place: Installation, asked: Store): Promise<Prepared>
  ask(store: Store, prepared: Prepared): Promise<unknown>
  readonly answers: unknown
  readonly audit: readonly string[]
  /** Looks at what is stored. */
  check?(place: Installation, prepared: Prepared): Promise<void>
}

const repeated =
  <Prepared = undefined>({ prepare, ask, answers, audit, check }: Repeated<Prepared>) =>
  async ({ place, other, asks, newAudit }: Scene): Promise<void> => {
    const prepared = (await prepare?.(place, other.store)) as Prepared
    const answer = await asks((store) => ask(store, prepared))
    if (answers === undefined) expect(answer).toBeUndefined()
    else expect(answer).toMatchObject(answers as object)
    expect(await newAudit()).toEqual(audit)
    await check?.(place, prepared)
  }

const isUnknown = expect.objectContaining({ cause: 'unknown-outcome' })
const kept = { added: 0, changed: 0, unchanged: 0, refused: [] }

const entry = { position: 1n, index: 0n, tokenId: id(1), amount: '7', fromAccountId: null, toAccountId: id(1), at: 1 }
const batch = {
  source: 'lost',
  transactions: [entry, { ...entry, index: 1n }, { ...entry, tokenId: id(99), index: 2n }],
}
const ofCopper = ({ custodianId }: { readonly custodianId: string }) => custodianId === custodians.copper

const cases: { readonly [Name in WriteName]: (scene: Scene) => Promise<void> } = {
  createToken: async ({ place, asks, newAudit }) => {
    const request = { name: 'alice', tenantId: null, lifetimeMs: 60_000, actor: 'tester' }
    const issued = await asks((store) => issueToken(store, { ...request, permissions: ['audit:read'] }))
    if (issued.kind !== 'issued') throw new Error('the name was taken')
    expect(await place.store.findToken(hashToken(issued.token))).toMatchObject({ tokenId: issued.tokenId })
    expect((await place.store.listTokens()).filter(({ name }) => name === 'alice')).toHaveLength(1)
    expect(await newAudit()).toEqual(['token.created'])
    const again = await issueToken(place.store, { ...request, permissions: ['audit:read'] })
    expect(again, 'control: another token').toMatchObject({ kind: 'name-taken' })
  },
  revokeToken: repeated({
    prepare: ({ store }) => issue(store, { name: 'bob' }),
    ask: (store) => store.revokeToken({ token: 'bob', ...by() }),
    answers: [{ name: 'bob' }],
    audit: ['token.revoked'],
    check: async ({ store }) =>
      expect(await store.revokeToken({ token: 'bob', ...by() }), 'control: a later one finds none').toEqual([]),
  }),
  revokeTokens: repeated({
    prepare: async ({ store }) => [await issue(store), await issue(store)],
    ask: (store, ids) =>
      store.revokeTokens({ tokens: ids.map((tokenId) => ({ tokenId, reason: 'restored' })), ...by() }),
    answers: undefined,
    audit: ['token.revoked', 'token.revoked'],
  }),
  grantToken: repeated({
    ask: async (store) => store.grantToken({ ...tokenOf({ name: 'granted' }), actorTokenId: await anyToken(store) }),
    answers: { kind: 'created' },
    audit: ['token.created'],
    check: async ({ store }) =>
      expect((await store.listTokens()).filter(({ name }) => name === 'granted')).toHaveLength(1),
  }),
  changeToken: repeated({
    prepare: ({ store }) => issue(store),
    ask: async (store, tokenId) => {
      const change = { tokenId, seenBy: null, version: 1, expiresAt: Date.now() + 60_000 }
      return store.changeToken({ ...change, ...by(), actorTokenId: await anyToken(store) })
    },
    answers: { kind: 'changed', token: { version: 2 } },
    audit: ['token.changed'],
  }),
  switchToken: repeated({
    prepare: ({ store }) => issue(store),
    ask: async (store, tokenId) => {
      const change = { tokenId, seenBy: null, version: 1, isDisabled: true }
      return store.switchToken({ ...change, ...by(), actorTokenId: await anyToken(store) })
    },
    answers: { kind: 'changed', token: { version: 2 } },
    audit: ['token.disabled'],
  }),
  revokeSeenToken: repeated({
    prepare: ({ store }) => issue(store),
    ask: async (store, tokenId) => {
      const request = { tokenId, seenBy: null, reason: 'lost', ...by() }
      return store.revokeSeenToken({ ...request, actorTokenId: await anyToken(store) })
    },
    answers: { kind: 'changed', token: { version: 2, revokedAt: expect.any(Number) } },
    audit: ['token.revoked'],
  }),
  openSignIn: repeated({
    ask: (store) => store.openSignIn(signInOf('lost opening')),
    answers: true,
    audit: [],
    check: async ({ store }) =>
      expect(await store.findSignIn(signInOf('lost opening').id)).toMatchObject({ outcome: null }),
  }),
  settleSignIn: repeated({
    prepare: ({ store }) => store.openSignIn(signInOf('lost settlement')),
    ask: (store) => store.settleSignIn({ ...signInOf('lost settlement'), outcome: '{"kind":"first"}' }),
    answers: true,
    audit: [],
    check: async ({ store }) => {
      const lost = signInOf('lost settlement')
      expect(await store.findSignIn(lost.id)).toMatchObject({ outcome: '{"kind":"first"}' })
      expect(await store.settleSignIn({ ...lost, outcome: '{"kind":"second"}' }), 'control').toBe(false)
    },
  }),
  startSession: repeated({
    prepare: async ({ store }) => {
      await store.openSignIn(signInOf('lost session'))
      await store.settleSignIn({ ...signInOf('lost session'), outcome: '{}' })
    },
    ask: (store) => store.startSession(sessionOf('lost session', 'erin, session 1')),
    answers: { kind: 'created' },
    audit: ['token.created'],
    check: async ({ store }) => {
      const again = await store.startSession(sessionOf('lost session', 'erin, session 2'))
      expect(again, 'control: redeemed').toMatchObject({ kind: 'refused', failure: { code: 'NotFound' } })
    },
  }),
  endProviderSessions: repeated({
    prepare: ({ store }) => store.startSession({ ...sessionOf(null, 'lost logout'), owner: 'logged out' }),
    ask: async (store) => ({ ended: await store.endProviderSessions(logoutOf('lost', { subject: 'logged out' })) }),
    answers: { ended: 1 },
    audit: ['token.revoked'],
    check: async ({ store }) =>
      expect(await store.endProviderSessions(logoutOf('lost', { subject: 'logged out' })), 'control').toBeNull(),
  }),
  enrolServiceAccount: repeated({
    ask: (store) => store.enrolServiceAccount(accountOf('lost account')),
    answers: { kind: 'created' },
    audit: ['token.created'],
    check: async ({ store }) =>
      expect((await store.listTokens()).filter(({ owner }) => owner === 'lost account')).toHaveLength(1),
  }),
  freeze: repeated({
    ask: (store) => store.freeze({ tenantId: tenants.second, reason: 'case 7', ...by() }),
    answers: { ok: true, value: { reason: 'case 7' } },
    audit: ['tenant.frozen'],
    check: async ({ store }) => {
      expect(await store.listFreezes(null)).toMatchObject([{ tenantId: tenants.second, reason: 'case 7' }])
      await store.thaw({ tenantId: tenants.second, reason: 'closed', ...by() })
    },
  }),
  thaw: repeated({
    prepare: ({ store }) => store.freeze({ tenantId: tenants.second, reason: 'case 7', ...by() }),
    ask: (store) => store.thaw({ tenantId: tenants.second, reason: 'closed', ...by() }),
    answers: { ok: true, value: { reason: 'case 7' } },
    audit: ['tenant.thawed'],
    check: async ({ store }) => expect(await store.listFreezes(null)).toEqual([]),
  }),
  recordTokenUses: repeated({
    prepare: ({ store }) => issue(store),
    ask: (store, tokenId) => store.recordTokenUses([{ tokenId, at: 7, address: '::1' }]),
    answers: undefined,
    audit: [],
    check: async ({ store }, tokenId) =>
      expect(await store.findTokenById({ tokenId, seenBy: null })).toMatchObject({
        lastUsedAt: 7,
        lastUsedFrom: '::1',
      }),
  }),
  recordAudit: repeated({
    ask: (store) => store.recordAudit({ kind: 'data.imported', details: { file: 'a.csv' }, ...by() }),
    answers: undefined,
    audit: ['data.imported'],
  }),
  moveAuditStream: repeated({
    ask: (store) => store.moveAuditStream({ destination: 'file:///lost', from: '0', to: '3' }),
    answers: true,
    audit: [],
    check: async ({ store }) => expect(await store.auditStreamPosition('file:///lost')).toBe('3'),
  }),
  recordEvent: repeated({
    prepare: async ({ store }) => ({ webhookId: await newWebhook(store), event: eventOf() }),
    ask: (store, { event }) => store.recordEvent(event),
    answers: undefined,
    audit: [],
    check: async ({ store }, { webhookId, event }) =>
      expect(await store.findDelivery(webhookId, event.eventId)).toMatchObject({ state: 'pending' }),
  }),
  recordEventFor: repeated({
    prepare: async ({ store }) => ({ webhookId: await newWebhook(store), event: eventOf({ type: 'webhook.ping' }) }),
    ask: (store, request) => store.recordEventFor(request),
    answers: true,
    audit: [],
    check: async ({ store }, { webhookId, event }) =>
      expect(await store.findDelivery(webhookId, event.eventId)).toMatchObject({ state: 'pending' }),
  }),
  claimDeliveries: repeated({
    prepare: ({ store }) => pendingDelivery(store),
    ask: (store, { webhookId }) => store.claimDeliveries(claimOf(webhookId)),
    answers: [{ attempts: [] }],
    audit: [],
    check: async ({ store }, { webhookId }) => expect(await store.claimDeliveries(claimOf(webhookId))).toEqual([]),
  }),
  noteDelivery: repeated({
    prepare: async ({ store }) => {
      const key = await pendingDelivery(store)
      await store.claimDeliveries(claimOf(key.webhookId))
      return key
    },
    ask: (store, key) => store.noteDelivery(resultOf(key)),
    answers: { isNoted: true, disabled: null },
    audit: [],
    check: async ({ store }, { webhookId, eventId }) =>
      expect(await store.findDelivery(webhookId, eventId)).toMatchObject({ state: 'delivered' }),
  }),
  redeliver: repeated({
    prepare: async ({ store }) => {
      const key = await pendingDelivery(store)
      await store.claimDeliveries(claimOf(key.webhookId))
      await store.noteDelivery(resultOf(key))
      return key
    },
    ask: (store, key) => store.redeliver({ ...key, at: Date.now() }),
    answers: undefined,
    audit: [],
    check: async ({ store }, { webhookId, eventId }) =>
      expect(await store.findDelivery(webhookId, eventId)).toMatchObject({ state: 'pending' }),
  }),
  pruneEvents: repeated({
    prepare: async ({ store }) => {
      await newWebhook(store)
      await store.recordEvent(eventOf({ at: 1 }))
    },
    ask: async (store) => ({ removed: await store.pruneEvents({ before: 2, limit: 10, ...by() }) }),
    answers: { removed: 1 },
    audit: ['events.pruned'],
  }),
  rewrapWebhookSecrets: repeated({
    prepare: async ({ store }) => {
      const webhookId = await newWebhook(store)
      const [sealed] = (await store.listWebhookSecrets()).filter((each) => each.webhookId === webhookId)
      return { webhookId, from: sealed?.secret ?? '', to: webhookOf().secret }
    },
    ask: (store, secret) => store.rewrapWebhookSecrets([secret]),
    answers: undefined,
    audit: [],
    check: async ({ store }, { to }) =>
      expect((await store.listWebhookSecrets()).map(({ secret }) => secret)).toContain(to),
  }),
  endInterrupted: repeated({
    prepare: async ({ anotherStore, tokenId }) => {
      const stopped = await anotherStore()
      await begin(stopped, intentOf(tokenId))
      await stopped.beginCheck(checkOf(tokenId))
      await stopped.close()
    },
    ask: async (store) => ({ ended: await store.endInterrupted(by()) }),
    answers: { ended: 2 },
    audit: ['rotation.ended', 'validation.ended'],
  }),
  eraseExpired: repeated({
    prepare: async ({ store, tokenId, data }) => {
      await rotate(store, tokenId)
      await rotate(store, tokenId)
      const retired = (await data.truth.read('credentials')).findLast(({ retiredAt }) => retiredAt !== null)
      const isLast = ({ custodianId, version }: Facts['credentials']) =>
        custodianId === retired?.custodianId && version === retired.version
      await data.tamper.change('credentials', isLast, { retiredAt: 1 })
    },
    ask: (store) => store.eraseExpired(expiry()),
    answers: { pairs: 1, idempotencyRecords: 0, attempts: 0 },
    audit: [],
  }),
  pruneRotations: repeated({
    prepare: async ({ store, tokenId, data }) => {
      const old = intentOf(tokenId)
      await begin(store, old)
      await store.endRotation(endOf(old.rotationId))
      await rotate(store, tokenId)
      await data.tamper.change('rotations', ({ rotationId }) => rotationId === old.rotationId, { endedAt: 1 })
    },
    ask: async (store) => ({ removed: await store.pruneRotations({ endedBefore: 2, limit: 10, ...by() }) }),
    answers: { removed: 1 },
    audit: ['rotations.pruned'],
  }),
  pruneSessions: repeated({
    prepare: async ({ store }) => {
      await store.startSession({ ...sessionOf(null, 'lost session of long ago'), at: 1, expiresAt: 2 })
      await issue(store)
    },
    ask: async (store) => ({ removed: await store.pruneSessions({ endedBefore: 3, limit: 10, ...by() }) }),
    answers: { removed: 1 },
    audit: ['sessions.pruned'],
  }),
  rewrapCredentials: repeated({
    prepare: async ({ store, tokenId }) => {
      await rotate(store, tokenId, { custodianId: custodians.fireblocks })
      return store.listCredentialsNotUnder('new key', 100)
    },
    ask: (store, found) =>
      store.rewrapCredentials(
        found.map((version) => ({
          ...version,
          sealed: { ...version.sealed, keyId: 'new key', wrappedKey: newSeal().wrappedKey },
        })),
      ),
    answers: undefined,
    audit: [],
    check: async ({ store }) => expect(await store.listCredentialsNotUnder('new key', 100)).toEqual([]),
  }),
  putNetworks: repeated({
    ask: (store) =>
      store.putNetworks([
        { blockchainId: id(9), name: 'Ninth', icon },
        { blockchainId: id(1), name: 'Ethereum', icon },
      ]),
    answers: { ...kept, added: 1, unchanged: 1 },
    audit: [],
  }),
  putTenants: repeated({
    prepare: ({ store }) => store.putTenants([{ tenantId: id(9_001), name: 'Named' }]),
    ask: (store) =>
      store.putTenants([
        { tenantId: id(9_002), name: 'Third Trust' },
        { tenantId: id(9_001), name: 'Renamed' },
        { tenantId: tenants.first, name: 'First Trust' },
      ]),
    answers: { ...kept, added: 1, changed: 1, unchanged: 1 },
    audit: ['tenant.changed'],
  }),
  putCustodians: repeated({
    ask: (store) => {
      const custodian = { tenantId: tenants.first, name: 'Desk', provider: 'copper', baseUrl: 'simulator:' } as const
      return store.putCustodians([
        { ...custodian, custodianId: id(77) },
        { ...custodian, custodianId: custodians.copper },
      ])
    },
    answers: { ...kept, added: 1, changed: 1 },
    audit: ['custodian.changed'],
  }),
  putWallets: repeated({
    ask: (store) => {
      const flags = { isVisible: true, isActive: true, isTreasuryEnabled: false, isGasStationEnabled: false }
      const wallet = { tenantId: tenants.first, blockchainId: id(1), address: '0x1', metadataJson: '{}', ...flags }
      return store.putWallets([
        { ...wallet, walletId: id(901), custodianId: custodians.copper },
        { ...wallet, walletId: id(902), custodianId: id(99) },
      ])
    },
    answers: { ...kept, added: 1, refused: [{ index: 1 }] },
    audit: [],
  }),
  putTokens: repeated({
    ask: (store) =>
      store.putTokens([
        { tokenId: id(5), symbol: 'NEW', blockchainId: id(1), contractAddress: `0x${'5'.repeat(40)}`, decimals: 6 },
        { tokenId: id(2), symbol: 'BTC', blockchainId: id(2), contractAddress: null, decimals: 8 },
      ]),
    answers: { ...kept, added: 1, changed: 1 },
    audit: [],
  }),
  putReserveAccounts: repeated({
    ask: (store) =>
      store.putReserveAccounts([
        { reserveAccountId: id(3), blockchainId: id(1), address: `0x${'3'.repeat(40)}`, name: 'Hot' },
        { reserveAccountId: id(2), blockchainId: id(2), address: 'bc1qexample', name: 'Renamed' },
      ]),
    answers: { ...kept, added: 1, changed: 1 },
    audit: ['reserve-account.changed'],
  }),
  appendReserveTransactions: repeated({
    ask: (store) => store.appendReserveTransactions(batch),
    answers: { ...kept, added: 2, refused: [{ index: 2 }] },
    audit: [],
  }),

  announceKey: repeated({
    ask: (store) => store.announceKey({ keyId: 'announced', fingerprintRoot: null }),
    answers: undefined,
    audit: [],
    check: async ({ store }) => {
      const announced = expect.objectContaining({ keyId: 'announced', state: 'next' })
      expect(await store.listKeys()).toContainEqual(announced)
    },
  }),
  noteKeyHeld: repeated({
    prepare: ({ store }) => store.announceKey({ keyId: 'held', fingerprintRoot: null }),
    ask: (store) => store.noteKeyHeld({ keyId: 'held', at: 7 }),
    answers: undefined,
    audit: [],
    check: async ({ store }) => {
      // Where every server has to note it, the one of this process too; the first time stays.
      await store.noteKeyHeld({ keyId: 'held', at: 8 })
      expect(await store.listKeys()).toContainEqual(expect.objectContaining({ keyId: 'held', heldAt: 7 }))
    },
  }),
  activateKey: repeated({
    prepare: async ({ store }, asked) => {
      const keyId = newSeal().keyId
      await store.announceKey({ keyId: 'before', fingerprintRoot: null })
      await store.activateKey({ keyId: 'before', from: null, ...by() })
      await store.announceKey({ keyId, fingerprintRoot: null })
      for (const each of [store, asked]) await each.noteKeyHeld({ keyId, at: by().at })
      return keyId
    },
    ask: async (store, keyId) => ({ isActive: await store.activateKey({ keyId, from: 'before', ...by() }) }),
    answers: { isActive: true },
    audit: ['keys.rotated'],
    check: async ({ store }, keyId) =>
      expect(await store.listKeys()).toContainEqual(expect.objectContaining({ keyId, state: 'active' })),
  }),

  beginRotation: async ({ place, isCommitted, asks, newAudit }) => {
    const intent = intentOf(place.tokenId)
    await expect(asks((store) => store.beginRotation(intent))).rejects.toEqual(isUnknown)
    const end = endOf(intent.rotationId, { outcome: 'failed', verdict: null, refusedBy: null, answer: null })
    expect(await place.store.endRotation(end)).toBe(isCommitted)
    expect(await newAudit()).toEqual(isCommitted ? ['rotation.intended', 'rotation.ended'] : [])
    await expectFree(place)
  },
  advanceRotation: async ({ place, asks }) => {
    const intent = intentOf(place.tokenId)
    const { rotationId } = intent
    await begin(place.store, intent)
    await expect(asks((store) => store.advanceRotation({ rotationId, stage: 'checked' }))).rejects.toEqual(isUnknown)
    expect(await place.store.endRotation(endOf(rotationId, { outcome: 'failed', verdict: null }))).toBe(true)
    await expectFree(place)
  },
  endRotation: async ({ place, isCommitted, asks, newAudit }) => {
    const intent = intentOf(place.tokenId)
    await begin(place.store, intent)
    const end = endOf(intent.rotationId)
    await expect(asks((store) => store.endRotation(end))).rejects.toEqual(isUnknown)
    expect(await place.store.endRotation(end)).toBe(!isCommitted)
    expect(await newAudit()).toEqual(['rotation.ended'])
    await expectFree(place)
  },
  completeRotation: async ({ place, isCommitted, asks, newAudit }) => {
    const intent = intentOf(place.tokenId)
    const { rotationId, custodianId } = intent
    const { version, custodian } = await begin(place.store, intent)
    await accept(place.store, intent)
    const completion = completionOf(intent, { version, expectedVersion: custodian.credentialVersion })
    await expect(asks((store) => store.completeRotation(completion))).rejects.toEqual(isUnknown)
    const isVoided = await place.store.endRotation(endOf(rotationId, { outcome: 'voided', refusedBy: null }))
    expect(isVoided).toBe(!isCommitted)
    const outcome = isCommitted ? 'stored' : 'voided'
    expect(await place.store.findRotation(custodianId, rotationId)).toMatchObject({ outcome })
    expect(await newAudit()).toEqual(['rotation.ended'])
    const [stored] = (await place.data.truth.read('custodians')).filter(ofCopper)
    expect(stored?.version).toBe(isCommitted ? version : custodian.credentialVersion)
    await expectFree(place)
  },
  createItem: repeated({
    ask: (store) => store.createItem({ kind: 'tenant', id: null, seenBy: null, values: { name: 'Lost' }, ...by() }),
    answers: { ok: true, value: { name: 'Lost', version: 1 } },
    audit: ['tenant.created'],
    check: async ({ store }) =>
      expect((await store.listTenants(null)).filter(({ name }) => name === 'Lost')).toHaveLength(1),
  }),
  updateItem: repeated({
    prepare: ({ store }) => createTenant(store),
    ask: (store, tenantId) =>
      store.updateItem({ ...tenantKey(tenantId), version: 1, values: { name: 'Changed' }, ...by() }),
    answers: { ok: true, value: { name: 'Changed', version: 2 } },
    audit: ['tenant.changed'],
  }),
  deleteItem: repeated({
    prepare: ({ store }) => createTenant(store),
    ask: (store, tenantId) => store.deleteItem({ ...tenantKey(tenantId), version: 1, ...by() }),
    answers: { ok: true, value: { version: 1 } },
    audit: ['tenant.deleted'],
    check: async ({ store }, tenantId) => expect(await store.findItem(tenantKey(tenantId))).toBeNull(),
  }),
  switchItem: repeated({
    prepare: ({ store }) => createTenant(store),
    ask: (store, tenantId) => store.switchItem({ ...tenantKey(tenantId), version: 1, isDisabled: true, ...by() }),
    answers: { ok: true, value: { version: 2, disabled: true } },
    audit: ['tenant.disabled'],
  }),
  beginCheck: async ({ place, isCommitted, asks, newAudit }) => {
    const check = checkOf(place.tokenId)
    await expect(asks((store) => store.beginCheck(check))).rejects.toEqual(isUnknown)
    await place.store.endCheck(endOfCheck(check))
    expect(await newAudit()).toEqual(isCommitted ? ['validation.intended', 'validation.ended'] : [])
    expect(await openAttempts(place), 'no budget is held').toEqual([])
  },
  endCheck: async ({ place, asks, newAudit }) => {
    const check = checkOf(place.tokenId)
    await place.store.beginCheck(check)
    await expect(asks((store) => store.endCheck(endOfCheck(check)))).rejects.toEqual(isUnknown)
    await place.store.endCheck(endOfCheck(check))
    expect(await newAudit()).toEqual(['validation.ended'])
    expect(await openAttempts(place), 'no budget is held').toEqual([])
  },
}

async function newWebhook(store: Store): Promise<Id> {
  const values = webhookOf()
  const created = await store.createItem({ kind: 'webhook', id: null, seenBy: null, values, ...by() })
  if (!created.ok) throw new Error(created.error.code)
  return created.value.id
}

/** The delivery of an event to a webhook of its own. */
async function pendingDelivery(store: Store): Promise<{ readonly webhookId: Id; readonly eventId: string }> {
  const webhookId = await newWebhook(store)
  const event = eventOf()
  await store.recordEvent(event)
  return { webhookId, eventId: event.eventId }
}

const claimOf = (webhookId: Id) => ({ serverId: 'one', webhookId, limit: 1, lasts: 600_000, at: Date.now() })

/** The one that acts. */
async function anyToken(store: Store): Promise<Id> {
  const [token] = await store.listTokens()
  if (!token) throw new Error('no token acts')
  return token.tokenId
}

const tenantKey = (tenantId: Id) => ({ kind: 'tenant', id: tenantId, seenBy: null }) as const

const createTenant = async (store: Store) => {
  const created = await store.createItem({ kind: 'tenant', id: null, seenBy: null, values: { name: 'New' }, ...by() })
  if (!created.ok) throw new Error(`no tenant: ${codeOf(created)}`)
  return created.value.id
}

const endOfCheck = ({ checkId }: { readonly checkId: string }) =>
  ({ checkId, verdict: 'valid', reason: '', refusedBy: null, ...by() }) as const

const openAttempts = async ({ data }: Installation) =>
  (await data.truth.read('attempts')).filter(({ refused }) => refused === 0)

/** The custodian can be rotated. */
async function expectFree({ store, tokenId }: Installation): Promise<void> {
  const intent = intentOf(tokenId)
  expect(codeOf(await store.beginRotation(intent))).toBeNull()
  await store.endRotation(endOf(intent.rotationId, { refusedBy: null }))
}

const what: { readonly [Name in Resolution]: string } = {
  repeated: '%s happens once and is answered as if nothing was lost',
  ended: '%s leaves nothing open once its request ended what it may have begun',
  settled: '%s is stored once when it is repeated',
  voided: '%s is voided or stands, and the store tells which',
}

const writesResolved = (resolution: Resolution) =>
  (Object.keys(resolutions) as WriteName[]).filter((name) => resolutions[name] === resolution)

test('every write of the store has a way to its outcome and a test of it', () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(resolutions).sort())
})

test('the writes of the administration are its opening, tested here, and its copies, tested by kills at each step', () => {
  const isWrite = (name: keyof typeof administrativeResolutions) => administrativeResolutions[name] !== 'no write'
  const names = Object.keys(administrativeResolutions) as (keyof typeof administrativeResolutions)[]
  expect(names.filter(isWrite)).toEqual(['open', 'copyTo', 'replaceWith'])
})

describe.each(engines)('on $name, when the answer to a COMMIT is lost', (engine) => {
  describe.each([
    ['although it was committed', true],
    ['and it was not committed', false],
  ])('%s', (_, isCommitted) => {
    let place: Installation
    let other: OtherServer
    beforeAll(async () => {
      place = await install(engine)
      other = await place.data.otherServer({ loses: { isCommitted, times: 0 } })
    })
    afterAll(async () => {
      await other[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    })

    for (const resolution of Object.keys(what) as Resolution[])
      test.each(writesResolved(resolution))(what[resolution], async (name) => {
        await cases[name](await sceneOf(place, other, isCommitted))
        expect(await brokenInvariants(place.data.truth)).toEqual([])
      })

    // An engine that tells of a COMMIT on another connection needs no other COMMIT to be answered.
    const untold = engine.tellsOfCommits ? [] : [engine.name]
    test.each(untold)(
      'control: on %s the outcome of a write that is never answered stays unknown, and asking again is another write',
      async () => {
        const record = { kind: 'data.imported', ...by() } as const
        const { newAudit } = await sceneOf(place, other, isCommitted)
        const source = { ...batch, source: 'never answered' }
        for (const ask of [
          () => other.store.recordAudit(record),
          () => other.store.appendReserveTransactions(source),
        ]) {
          other.lose({ isCommitted, times: 5 })
          const error = await ask().catch((reason: unknown) => reason)
          expect(error).toBeInstanceOf(StoreError)
          expect(error).toEqual(isUnknown)
        }
        await other.store.recordAudit(record)
        const count = await other.store.appendReserveTransactions(source)
        expect(await newAudit()).toHaveLength(isCommitted ? 2 : 1)
        expect(count).toMatchObject(isCommitted ? { added: 0, unchanged: 2 } : { added: 2, unchanged: 0 })
        expect(await brokenInvariants(place.data.truth)).toEqual([])
      },
    )

    test('a new store brings its schema up to date all the same', async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'strongroom-contract-'))
      await using server = await engine.dataOf(dataDir).otherServer({ loses: { isCommitted, times: 3 } })
      expect(server.toLose(), 'control: answers were lost').toBeLessThan(3)
      expect(await server.store.listTenants(null)).toEqual([])
      await server.kill()
      await (await engine.dataOf(dataDir).open()).close()
      await rm(dataDir, { recursive: true })
    })
  })
})

/** `repeated` writes of a killed server are answered to no one, and no one does them again. */
const isLeftUndecided = (name: WriteName, { blow }: CommitFault) =>
  blow === 'server killed' && resolutions[name] === 'repeated'

type Struck = { readonly place: Installation; readonly faulty: FaultyServer }

/** A server to which this happens at its next COMMIT. */
async function sceneAt(name: WriteName, fault: CommitFault, { place, faulty }: Struck): Promise<Scene> {
  const newAudit = auditOf(place)
  const isCommitted = fault.moment !== 'before'
  const lost = () => new StoreError('unknown-outcome', 'TEST', 'the one who asked has no answer')
  const asks: Scene['asks'] = async (ask) => {
    await newAudit()
    const before = await place.data.truth.everything()
    const store = await faulty.store()
    await faulty.strike(fault)
    const asked = ask(store)
    if (fault.blow !== 'server killed') {
      const answer = await asked
      await faulty.struck()
      // One that was answered is decided; its request may still do what it does where it is not.
      if (resolutions[name] !== 'repeated') throw lost()
      return answer
    }
    await asked.catch((error: unknown) => {
      if (!(error instanceof ServerKilled)) throw error
    })
    await faulty.struck()
    // When tokens were used is not part of everything.
    const after = await place.data.truth.everything()
    if (name !== 'recordTokenUses') expect(isDeepStrictEqual(after, before), 'all or nothing').toBe(!isCommitted)
    throw lost()
  }
  return { place, other: { store: await faulty.store() }, isCommitted, asks, newAudit }
}

/** In the order in which they leave what the later ones need: none is sealed under the key that a killed server leaves active. */
const allNames: readonly WriteName[] = [
  ...(Object.keys(what) as Resolution[]).flatMap(writesResolved).filter((name) => name !== 'activateKey'),
  'activateKey',
]

/** `npm run test:cluster` strikes at every write, `npm test` at one of each way to an outcome. */
const namesAt = ({ blow, moment }: CommitFault): readonly WriteName[] => {
  if (isLongLane) return allNames
  const isSlow = blow === 'server stopped and woken' && moment === 'before'
  return isSlow ? ['completeRotation'] : ['createToken', 'beginRotation', 'endRotation', 'completeRotation']
}

describe.each(commitFaults)(`on postgres, $blow when a COMMIT is $moment`, { timeout: 600_000 }, (fault) => {
  let place: Awaited<ReturnType<typeof install<ReturnType<typeof postgres.dataOf>>>>
  let faulty: FaultyServer
  beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))
  beforeAll(async () => {
    if (noPostgres !== null) return
    place = await install(postgres)
    faulty = await startFaultyServer(await place.data.url())
  })
  afterAll(async () => {
    await faulty?.[Symbol.asyncDispose]()
    await place?.[Symbol.asyncDispose]()
  })

  test.each(namesAt(fault))('%s is done once, or not at all', async (name) => {
    const run = cases[name](await sceneAt(name, fault, { place, faulty }))
    if (isLeftUndecided(name, fault)) await expect(run).rejects.toEqual(isUnknown)
    else await run
    await place.store.endInterrupted(by())
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })
})

test('control: a server that looks up no outcome does again what was done', async ({ skip }) => {
  skip(noPostgres !== null, noPostgres ?? undefined)
  await using place = await install(postgres)
  await using faulty = await startFaultyServer(await place.data.url(), { ignoresFates: true })
  const scene = await sceneAt('recordAudit', { blow: 'connection cut', moment: 'unanswered' }, { place, faulty })
  await expect(cases.recordAudit(scene)).rejects.toThrow(/toEqual|to deeply equal/)
})

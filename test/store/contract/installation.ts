import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { type DeliveryResult, type NewEvent, newEvent } from '../../../server/store/events.ts'
import type { ItemValues } from '../../../server/store/items.ts'
import type {
  CheckIntent,
  RotationCompletion,
  RotationEnd,
  RotationIntent,
} from '../../../server/store/rotation-writes.ts'
import type { CustodianKey, Store } from '../../../server/store/store.ts'
import type { NewToken, ProviderLogout, ServiceAccountToken } from '../../../server/store/token-writes.ts'
import { Permission } from '../../../shared/permissions.ts'
import type { Id } from '../../../shared/primitives.ts'
import type { Result } from '../../../shared/result.ts'
import { EventType } from '../../../shared/webhooks.ts'
import { custodians, seed, tenants } from '../../harness/seed.ts'
import type { Engine, StoredData } from '../engine.ts'

/** An installation of the seed with one operator token, over an engine. */
export type Installation<Data extends StoredData = StoredData> = AsyncDisposable & {
  readonly data: Data
  readonly store: Store
  readonly tokenId: Id
  /** Closes the store and opens it again. */
  reopen(): Promise<Store>
  /** Another store over the same data in this process; it is closed with the installation. */
  anotherStore(): Promise<Store>
}

export async function install<Data extends StoredData>(engine: Engine<Data>): Promise<Installation<Data>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'strongroom-contract-'))
  const data = engine.dataOf(dataDir)
  const open = new Set<Store>()
  const openOne = async () => {
    const store = await data.open()
    open.add(store)
    return store
  }
  let store = await openOne()
  await seed(store)
  const tokenId = await issue(store)
  return {
    data,
    get store() {
      return store
    },
    tokenId,
    async reopen() {
      await store.close()
      open.delete(store)
      store = await openOne()
      return store
    },
    anotherStore: openOne,
    async [Symbol.asyncDispose]() {
      for (const each of open) await each.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Who acts; times are those of now, since an engine may go by the clock of its database. */
export const by = (actor = 'tester') => ({ actor, at: Date.now() })

export const day = 24 * 60 * 60_000
export const expiry = () => ({ ...by(), recordsKeptFor: day })

export const tokenOf = (settings: Partial<NewToken> = {}): NewToken => ({
  name: 'tester',
  hash: randomBytes(32),
  permissions: Permission.options,
  tenantId: null,
  expiresAt: Date.now() + 3_600_000,
  ...by(),
  ...settings,
})

/** A sign-in, by a text that its ID is made of. */
export const signInOf = (text: string) => ({
  id: createHash('sha256').update(text).digest(),
  challenge: Buffer.alloc(32, 7),
  at: Date.now(),
  expiresAt: Date.now() + 60_000,
})

/** The session that redeems it. */
export const sessionOf = (text: string | null, name: string, tenantId: Id | null = null) => ({
  name,
  owner: 'subject-1',
  permissions: Permission.options,
  tenantId,
  hash: randomBytes(32),
  at: Date.now(),
  expiresAt: Date.now() + 3_600_000,
  signIn: text === null ? null : signInOf(text).id,
  providerSession: null as string | null,
  vouchedAt: Date.now(),
})

/** A logout that the provider reports, by a text that its ID is made of. */
export const logoutOf = (text: string, of: Partial<ProviderLogout> = {}): ProviderLogout => ({
  logoutId: createHash('sha256').update(text).digest(),
  subject: 'subject-1',
  providerSession: null,
  ...by('strongroom serve'),
  ...of,
})

/** A service account with a JWT that was just issued. */
export const accountOf = (owner: string, settings: Partial<ServiceAccountToken> = {}): ServiceAccountToken => ({
  name: `${owner}, service account`,
  owner,
  permissions: ['wallets:read'],
  tenantId: null,
  hash: createHash('sha256').update(owner).digest(),
  retiredHash: randomBytes(32),
  issuedAt: Date.now(),
  expiresAt: Date.now() + 300_000,
  at: Date.now(),
  ...settings,
})

/** A token under a name that is free. */
export async function issue(store: Store, settings: Partial<NewToken> = {}): Promise<Id> {
  const created = await store.createToken(tokenOf({ name: `operator ${randomUUID()}`, ...settings }))
  if (created.kind !== 'created') throw new Error(`no token: ${created.kind}`)
  return created.tokenId
}

/** The code of what a write answered instead of its value; null where it did what it was asked. */
export const codeOf = (result: Result<unknown>): string | null => (result.ok ? null : result.error.code)

const ofCopper = { custodianId: custodians.copper, tenantId: tenants.first }

export const intentOf = (tokenId: Id, settings: Partial<RotationIntent> = {}): RotationIntent => ({
  rotationId: uuidv7(),
  ...ofCopper,
  tokenId,
  keyFingerprint: randomBytes(32),
  idempotency: null,
  checkedFor: null,
  keyId: 'fp:00000000',
  ...by(),
  ...settings,
})

export const checkOf = (tokenId: Id, settings: Partial<CheckIntent> = {}): CheckIntent => ({
  checkId: uuidv7(),
  kind: 'validation',
  ...ofCopper,
  tokenId,
  keyFingerprint: randomBytes(32),
  version: null,
  ...by(),
  ...settings,
})

export const endOf = (rotationId: string, settings: Partial<RotationEnd> = {}): RotationEnd => ({
  rotationId,
  outcome: 'refused',
  verdict: 'wrong-credentials',
  reason: 'reason=wrong-credentials',
  refusedBy: 'provider',
  answer: '{"answer":"refused"}',
  ...by(),
  ...settings,
})

export const newSeal = () => ({ keyId: 'key', wrappedKey: randomBytes(60), ciphertext: randomBytes(80) })

/** A webhook that wants every event. Its secret only looks like a sealed one. */
export const webhookOf = (values: Partial<ItemValues['webhook']> = {}): ItemValues['webhook'] => ({
  name: 'receiver',
  url: 'https://hooks.example.com/strongroom',
  eventTypes: EventType.options,
  tenantIds: null,
  secret: JSON.stringify({ keyId: 'key', place: randomUUID(), wrappedKey: '', ciphertext: '' }),
  ...values,
})

/** An event that is in no audit record. */
export const eventOf = (happening: Partial<Parameters<typeof newEvent>[0]> = {}): NewEvent =>
  newEvent({ type: 'token.expiring', at: Date.now(), tenantId: null, data: { tokenId: '31' }, ...happening })

/** What an attempt came to; it was answered, unless stated. */
export const resultOf = (
  key: Pick<DeliveryResult, 'eventId' | 'webhookId'>,
  settings: Partial<DeliveryResult> = {},
): DeliveryResult => ({
  eventId: key.eventId,
  webhookId: key.webhookId,
  serverId: 'one',
  attempts: [{ at: new Date().toISOString(), durationMs: 7, status: 200, error: null }],
  outcome: 'delivered',
  retryIn: null,
  ...by('strongroom serve'),
  ...settings,
})

/** The activation of what a rotation began. */
export const completionOf = (
  { rotationId, custodianId, tokenId }: RotationIntent,
  { version, expectedVersion = version - 1 }: { readonly version: number; readonly expectedVersion?: number },
  settings: Partial<RotationCompletion> = {},
): RotationCompletion => ({
  rotationId,
  custodianId,
  tokenId,
  permission: 'custodians:update',
  expectedVersion,
  version,
  sealed: newSeal(),
  keyId: '...0000 fp:00000000',
  providerAccount: 'account',
  reason: '',
  answer: '{"answer":"stored"}',
  ...by(),
  ...settings,
})

/** Begins a rotation that must begin. */
export async function begin(store: Store, intent: RotationIntent) {
  const begun = await store.beginRotation(intent)
  if (!begun.ok || begun.value.kind !== 'begun') throw new Error(`the rotation did not begin: ${JSON.stringify(begun)}`)
  return begun.value
}

/** Brings an open rotation to where its credentials may become active. */
export async function accept(store: Store, { rotationId }: Pick<RotationIntent, 'rotationId'>): Promise<void> {
  for (const stage of ['checked', 'sent', 'accepted'] as const) await store.advanceRotation({ rotationId, stage })
}

/** Rotates a custodian from its intent to the activation. */
export async function rotate(
  store: Store,
  tokenId: Id,
  settings: Partial<RotationIntent> = {},
): Promise<RotationCompletion> {
  const intent = intentOf(tokenId, settings)
  const { version, custodian } = await begin(store, intent)
  const completion = completionOf(intent, { version, expectedVersion: custodian.credentialVersion })
  await accept(store, intent)
  const completed = await store.completeRotation(completion)
  if (!completed.ok) throw new Error(`the rotation did not complete: ${codeOf(completed)}`)
  return completion
}

export const copper: CustodianKey = { custodianId: custodians.copper, tenantId: null }

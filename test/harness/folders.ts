import { randomBytes } from 'node:crypto'
import { chmodSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { type IssuedToken, issueToken } from '../../server/access/issue-token.ts'
import { keyFileIn } from '../../server/config.ts'
import { openDataFolder } from '../../server/data-folder.ts'
import type { Store } from '../../server/store/store.ts'
import type { Credentials } from '../../server/vault/credentials.ts'
import { fingerprintOf } from '../../server/vault/fingerprints.ts'
import { openVault } from '../../server/vault/open-vault.ts'
import type { Vault } from '../../server/vault/vault.ts'
import { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import { Secret } from '../../shared/secret.ts'
import type { StoredFolder } from '../store/engine.ts'
import { dataOf } from '../store/engines.ts'
import { id, seed, tenants } from './seed.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const keyOf = (dataDir: string) => ({ dataDir, keyFile: keyFileIn(dataDir) })

export async function withStoreOf<Output>(dataDir: string, work: (store: Store) => Promise<Output>): Promise<Output> {
  const store = await openDataFolder(keyOf(dataDir))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export const newCredentials = (): Credentials => ({
  apiKey: new Secret(randomBytes(18).toString('hex')),
  secretApiKey: new Secret(randomBytes(32).toString('hex')),
})

/** A token whose name must be free. */
export async function issue(store: Store, name: string): Promise<IssuedToken> {
  const grant = { permissions: Permission.options, tenantId: null, lifetimeMs: 3_600_000, actor: 'test' }
  const issued = await issueToken(store, { ...grant, name })
  if (issued.kind !== 'issued') throw new Error(`no token ${name}: ${issued.kind}`)
  return issued
}

/** The custodians that {@link fill} adds, from 1001 on. */
export const manyCustodians = (count: number): readonly Id[] =>
  Array.from({ length: count }, (_, place) => id(1001 + place))

/** Activates credentials as a rotation does, step by step. */
export async function putCredentials(
  store: Store,
  { vault, custodianId, tokenId }: { vault: Vault; custodianId: Id; tokenId: Id },
  credentials = newCredentials(),
): Promise<void> {
  const rotationId = uuidv7()
  const actor = 'tester'
  const at = Date.now()
  const tenantId = tenants.first
  const keyFingerprint = fingerprintOf(credentials.apiKey, randomBytes(32))
  const begun = await store.beginRotation({
    rotationId,
    custodianId,
    tenantId,
    tokenId,
    actor,
    at,
    keyFingerprint,
    idempotency: null,
    checkedFor: null,
    keyId: 'fp:00000000',
  })
  if (!begun.ok || begun.value.kind !== 'begun') throw new Error('the rotation did not begin')
  const { custodian, version } = begun.value
  const sealed = await vault.seal(credentials, { tenantId, custodianId, version })
  const expectedVersion = custodian.credentialVersion
  const completion = { rotationId, custodianId, tokenId, expectedVersion, version, sealed, actor, at }
  for (const stage of ['checked', 'sent', 'accepted'] as const) await store.advanceRotation({ rotationId, stage })
  const completed = await store.completeRotation({
    ...completion,
    permission: 'custodians:update',
    keyId: 'fp:00000000',
    providerAccount: 'account',
    reason: '',
    answer: '',
  })
  if (!completed.ok) throw new Error(`the rotation did not complete: ${completed.error.code}`)
}

/** Fills a folder with the seed, and with custodians that each have active credentials and previous ones. */
export async function fill(dataDir: string, custodians: number): Promise<void> {
  await withStoreOf(dataDir, async (store) => {
    await seed(store)
    await store.putCustodians(
      manyCustodians(custodians).map((custodianId) => ({
        custodianId,
        tenantId: tenants.first,
        provider: 'copper' as const,
        name: `Custodian ${custodianId}`,
        baseUrl: 'simulator:',
      })),
    )
    const { tokenId } = await issue(store, 'tester')
    const vault = await openVault(store, keyFileIn(dataDir))
    for (const custodianId of manyCustodians(custodians))
      for (let version = 1; version <= 2; version += 1) await putCredentials(store, { vault, custodianId, tokenId })
  })
}

/** A data folder in a folder of its own, which has room for more. */
export type Folder = AsyncDisposable & { readonly path: string; readonly dataDir: string; readonly data: StoredFolder }

/** A folder with a data folder of 8 custodians in it. */
export async function makeFilledFolder(): Promise<Folder> {
  const { path, [Symbol.asyncDispose]: dispose } = await temporaryFolder()
  const dataDir = join(path, 'data')
  await fill(dataDir, 8)
  return { path, dataDir, data: dataOf(dataDir), [Symbol.asyncDispose]: dispose }
}

/** Another folder with the same data. */
export async function copyOfFolder({ dataDir: original }: Folder): Promise<Folder> {
  const { path, [Symbol.asyncDispose]: dispose } = await temporaryFolder()
  const dataDir = join(path, 'data')
  cpSync(original, dataDir, { recursive: true })
  chmodSync(dataDir, 0o700)
  return { path, dataDir, data: dataOf(dataDir), [Symbol.asyncDispose]: dispose }
}

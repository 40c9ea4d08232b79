import Database from 'better-sqlite3'
import { keyFileIn } from '../../server/config.ts'
import { inspectFolder } from '../../server/store/sqlite/inspect/inspect-folder.ts'
import { type Credentials, fingerprintOf } from '../../server/vault/credentials.ts'
import { type KeyRing, readKeyRing } from '../../server/vault/key-ring.ts'
import { createVault } from '../../server/vault/vault.ts'
import type { Id } from '../../shared/primitives.ts'
import { newCredentials } from '../harness/folders.ts'
import { tenants } from '../harness/seed.ts'
import { databaseOf } from '../harness/tamper.ts'

const salt = Buffer.alloc(32, 7)
const first = 2_000_001

/** Adds custodians that each have one pair in force, all in one commit. */
export async function addCredentials(dataDir: string, count: number): Promise<void> {
  const vault = createVault(readKeyRing(keyFileIn(dataDir)))
  const db = new Database(databaseOf(dataDir))
  const custodian = db.prepare(
    "INSERT INTO custodians (custodian_id, tenant_id, name, provider, credential_version) VALUES (?, 1, 'x', 'copper', 1)",
  )
  const credentials = db.prepare('INSERT INTO credentials VALUES (?, 1, ?, ?, ?, 1, NULL)')
  db.exec('BEGIN')
  for (let id = first; id < first + count; id += 1) {
    const place = { tenantId: tenants.first, custodianId: `${id}` as Id, version: 1 }
    const { keyId, wrappedKey, ciphertext } = await vault.seal(newCredentials(), place)
    custodian.run(id)
    credentials.run(id, keyId, wrappedKey, ciphertext)
  }
  db.exec('COMMIT')
  db.close()
}

const printOf = ({ apiKey, secretApiKey }: Credentials) =>
  Buffer.concat([fingerprintOf(apiKey, salt), fingerprintOf(secretApiKey, salt)]).toString('hex')

/** What every pair of a folder opens to, by place; throws when one does not open with the keys that are there. */
export async function openAll(
  dataDir: string,
  ring: KeyRing = readKeyRing(keyFileIn(dataDir)),
): Promise<ReadonlyMap<string, string>> {
  await using inspection = inspectFolder(dataDir)
  const vault = createVault(ring)
  const opened = new Map<string, string>()
  for await (const credentials of inspection.pairs())
    opened.set(
      `${credentials.custodianId} ${credentials.version}`,
      printOf(await vault.open(credentials.sealed, credentials)),
    )
  return opened
}

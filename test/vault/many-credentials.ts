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
export function addCredentials(dataDir: string, count: number): void {
  const vault = createVault(readKeyRing(keyFileIn(dataDir)))
  const db = new Database(databaseOf(dataDir))
  const custodian = db.prepare(
    "INSERT INTO custodians (custodian_id, tenant_id, name, provider, credential_version) VALUES (?, 1, 'x', 'copper', 1)",
  )
  const credentials = db.prepare('INSERT INTO credentials VALUES (?, 1, ?, ?, ?, 1, NULL)')
  db.transaction(() => {
    for (let id = first; id < first + count; id += 1) {
      const place = { tenantId: tenants.first, custodianId: `${id}` as Id, version: 1 }
      const { keyId, wrappedKey, ciphertext } = vault.seal(newCredentials(), place)
      custodian.run(id)
      credentials.run(id, keyId, wrappedKey, ciphertext)
    }
  })()
  db.close()
}

const printOf = ({ apiKey, secretApiKey }: Credentials) =>
  Buffer.concat([fingerprintOf(apiKey, salt), fingerprintOf(secretApiKey, salt)]).toString('hex')

/** What every pair of a folder opens to, by place; throws when one does not open with the keys that are there. */
export function openAll(dataDir: string, ring: KeyRing = readKeyRing(keyFileIn(dataDir))): ReadonlyMap<string, string> {
  using inspection = inspectFolder(dataDir)
  const vault = createVault(ring)
  return new Map(
    [...inspection.pairs()].map((credentials) => [
      `${credentials.custodianId} ${credentials.version}`,
      printOf(vault.open(credentials.sealed, credentials)),
    ]),
  )
}

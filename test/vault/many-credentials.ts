import { keyFileIn } from '../../server/config.ts'
import { administer } from '../../server/data-folder.ts'
import type { Credentials } from '../../server/vault/credentials.ts'
import { fingerprintOf } from '../../server/vault/fingerprints.ts'
import { readKeyFile } from '../../server/vault/key-file.ts'
import { fileKeys } from '../../server/vault/key-ring.ts'
import type { KeySet } from '../../server/vault/key-set.ts'
import { seal } from '../../server/vault/seal.ts'
import { createOpener } from '../../server/vault/vault.ts'
import type { Id } from '../../shared/primitives.ts'
import { newCredentials } from '../harness/folders.ts'
import { tenants } from '../harness/seed.ts'
import { dataOf } from '../store/engines.ts'
import type { Facts } from '../store/facts.ts'

const salt = Buffer.alloc(32, 7)
const first = 2_000_001

/** Adds custodians that each have active credentials, in two commits. */
export async function addCredentials(dataDir: string, count: number): Promise<void> {
  const key = readKeyFile(keyFileIn(dataDir))
  const { tamper } = dataOf(dataDir)
  const ids = Array.from({ length: count }, (_, place) => `${first + place}` as Id)
  const ofAll = { tenantId: tenants.first, name: 'x', provider: 'copper', version: 1 }
  const unset = { baseUrl: null, providerAccount: null, lastCheck: null, lastCheckedAt: null }
  await tamper.add(
    'custodians',
    ids.map((custodianId) => ({ custodianId, ...ofAll, ...unset })),
  )
  const sealed: Facts['credentials'][] = []
  for (const custodianId of ids) {
    const place = { tenantId: tenants.first, custodianId, version: 1 }
    const { keyId, ...bytes } = await seal(newCredentials(), place, key)
    const wrappedKey = Buffer.from(bytes.wrappedKey)
    const ciphertext = Buffer.from(bytes.ciphertext)
    sealed.push({
      custodianId,
      version: 1,
      keyId,
      wrappedKey,
      ciphertext,
      storedAt: 1,
      apiKeyId: null,
      retiredAt: null,
    })
  }
  await tamper.add('credentials', sealed)
}

const printOf = ({ apiKey, secretApiKey }: Credentials) =>
  Buffer.concat([fingerprintOf(apiKey, salt), fingerprintOf(secretApiKey, salt)]).toString('hex')

/** What all credentials of a folder open to, by place; throws when any do not open with the keys that are there. */
export async function openAll(
  dataDir: string,
  keys: Pick<KeySet, 'find' | 'reload'> = fileKeys(keyFileIn(dataDir)),
): Promise<ReadonlyMap<string, string>> {
  await using inspection = await administer(dataDir).inspect()
  const vault = createOpener(keys)
  const opened = new Map<string, string>()
  for await (const credentials of inspection.pairs())
    opened.set(
      `${credentials.custodianId} ${credentials.version}`,
      printOf(await vault.open(credentials.sealed, credentials)),
    )
  return opened
}

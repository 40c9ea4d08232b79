import { z } from 'zod'
import { ok, type Result } from '../../../shared/result.ts'
import { Secret } from '../../../shared/secret.ts'
import type { KeychainProblem } from '../tokens/keychain-problems.ts'
import type { TokenVault } from '../tokens/token-vault.ts'
import { PassphraseHash } from './passphrase.ts'

/** The lock's own entry in the vault; the names of tokens are UUIDs. */
const entry = 'lock'

const LockRecord = z.strictObject({
  passphrase: PassphraseHash.nullable(),
  wrongAttempts: z.int().min(0).describe('consecutive wrong passphrases, also across restarts'),
  isLocked: z.boolean().describe('whether the console was locked when this was written'),
})
export type LockRecord = z.infer<typeof LockRecord>

const emptyRecord: LockRecord = { passphrase: null, wrongAttempts: 0, isLocked: false }

/** A record that cannot be parsed locks the console: then only the operator token unlocks it. */
const damagedRecord: LockRecord = { ...emptyRecord, isLocked: true }

function parse(text: string): LockRecord {
  try {
    return LockRecord.parse(JSON.parse(text))
  } catch {
    return damagedRecord
  }
}

async function readRecord(vault: TokenVault): Promise<Result<LockRecord | null, KeychainProblem>> {
  const found = await vault.read(entry)
  return found.ok ? ok(found.value && parse(found.value.reveal())) : found
}

const writeRecord = (vault: TokenVault, record: LockRecord): Promise<Result<null, KeychainProblem>> =>
  vault.write(entry, new Secret(JSON.stringify(record)))

export type LockRecordStore = {
  current(): LockRecord
  /** Whether the vault was asked, even if it could not answer. */
  hasLooked(): boolean
  change(part: Partial<LockRecord>): Promise<Result<null, KeychainProblem>>
  /** Loads the stored record as soon as the vault can be read; true when this call did. */
  restore(): Promise<boolean>
}

/** The record in memory and in the vault. It is not written before the stored one was read, so as not to overwrite it. */
export function createLockRecordStore(vault: TokenVault): LockRecordStore {
  let record = emptyRecord
  let hasLooked = false
  let isRestored = false

  async function change(part: Partial<LockRecord>): Promise<Result<null, KeychainProblem>> {
    record = { ...record, ...part }
    return isRestored ? writeRecord(vault, record) : ok(null)
  }

  /** What this session changed before the vault could be read is added to the stored record. */
  async function merge(stored: LockRecord): Promise<void> {
    const earlier = record
    record = {
      ...stored,
      passphrase: stored.passphrase ?? earlier.passphrase,
      isLocked: earlier.isLocked || stored.isLocked || stored.passphrase !== null,
    }
    isRestored = true
    if (earlier !== emptyRecord) await change({})
  }

  return {
    current: () => record,
    hasLooked: () => hasLooked,
    change,
    async restore() {
      if (isRestored) return false
      const found = await readRecord(vault)
      hasLooked = true
      if (!found.ok || isRestored) return false
      await merge(found.value ?? emptyRecord)
      return true
    },
  }
}

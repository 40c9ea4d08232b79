import { z } from 'zod'
import { Secret } from '../../../shared/secret.ts'
import { done, type TokenVault, type VaultResult } from '../tokens/token-vault.ts'
import { PassphraseHash } from './unlock.ts'

/** The lock's own entry beside the tokens, whose names are UUIDs. */
const entry = 'lock'

const LockRecord = z.strictObject({
  passphrase: PassphraseHash.nullable(),
  wrongAttempts: z.int().min(0).describe('wrong passphrases in a row, also over restarts'),
  isLocked: z.boolean().describe('whether the console was locked when it was last heard of'),
})
export type LockRecord = z.infer<typeof LockRecord>

export const noRecord: LockRecord = { passphrase: null, wrongAttempts: 0, isLocked: false }

/** A record that cannot be read locks: then only the operator token unlocks. */
const damaged: LockRecord = { ...noRecord, isLocked: true }

function parse(text: string): LockRecord {
  try {
    return LockRecord.parse(JSON.parse(text))
  } catch {
    return damaged
  }
}

export async function readLockRecord(vault: TokenVault): Promise<VaultResult<LockRecord | null>> {
  const found = await vault.read(entry)
  return found.ok ? { ok: true, value: found.value && parse(found.value.reveal()) } : found
}

export const writeLockRecord = (vault: TokenVault, record: LockRecord): Promise<VaultResult<null>> =>
  vault.write(entry, new Secret(JSON.stringify(record)))

export type KeptRecord = {
  current(): LockRecord
  /** Whether the vault was asked, even if it could not answer. */
  hasLooked(): boolean
  change(change: Partial<LockRecord>): Promise<VaultResult<null>>
  /** Takes over what the vault keeps, as soon as that can be read; true when this call did. */
  restore(): Promise<boolean>
}

/** The record of the lock, in memory and in the vault; until the kept one was read, none is written over it. */
export function createKeptRecord(vault: TokenVault): KeptRecord {
  let record = noRecord
  let hasLooked = false
  let isRestored = false

  async function change(members: Partial<LockRecord>): Promise<VaultResult<null>> {
    record = { ...record, ...members }
    return isRestored ? writeLockRecord(vault, record) : done
  }

  /** What this session decided before the vault could be read is added to what is kept there. */
  async function takeOver(stored: LockRecord): Promise<void> {
    const [earlier, passphrase] = [record, stored.passphrase ?? record.passphrase]
    record = { ...stored, passphrase, isLocked: earlier.isLocked || stored.isLocked || stored.passphrase !== null }
    isRestored = true
    if (earlier !== noRecord) await change({})
  }

  return {
    current: () => record,
    hasLooked: () => hasLooked,
    change,
    async restore() {
      if (isRestored) return false
      const found = await readLockRecord(vault)
      hasLooked = true
      if (!found.ok || isRestored) return false
      await takeOver(found.value ?? noRecord)
      return true
    },
  }
}

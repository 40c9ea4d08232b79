import { done, type TokenVault, type VaultResult } from '../tokens/token-vault.ts'
import { type LockRecord, noRecord, readLockRecord, writeLockRecord } from './lock-record.ts'

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

  async function change(change: Partial<LockRecord>): Promise<VaultResult<null>> {
    record = { ...record, ...change }
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

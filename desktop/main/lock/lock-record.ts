import { z } from 'zod'
import { Secret } from '../../../shared/secret.ts'
import type { TokenVault, VaultResult } from '../tokens/token-vault.ts'
import { PassphraseHash } from './passphrase.ts'

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

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Tenant } from '../../shared/tenants.ts'
import { administer } from '../data-folder.ts'
import type { Manifest } from './manifest.ts'
import { assertBackupFile, unpackBackup } from './unpack-backup.ts'

export type InspectedBackup = {
  readonly manifest: Manifest
  readonly tenants: readonly Tenant[]
  /** How many custodians it has. */
  readonly custodians: number
}

/** Verifies a backup as a restore does, and answers what is in it. It is unpacked into a folder of `parent` meanwhile. */
export async function inspectBackup(file: string, parent: string): Promise<InspectedBackup> {
  assertBackupFile(file)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  const staging = mkdtempSync(join(parent, 'strongroom-backup-'))
  try {
    const manifest = await unpackBackup(file, staging)
    const store = await administer(staging).open()
    try {
      const tenants = await store.listTenants(null)
      const custodians = await store.listCustodians(null)
      return { manifest, tenants, custodians: custodians.length }
    } finally {
      await store.close()
    }
  } finally {
    rmSync(staging, { recursive: true })
  }
}

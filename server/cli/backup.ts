import type { Command } from 'commander'
import { addBackupCreate } from './backup-create.ts'
import { addBackupRestore } from './backup-restore.ts'

export function addBackup(program: Command): void {
  const backup = program.command('backup').description('create and restore backups')
  addBackupCreate(backup)
  addBackupRestore(backup)
}

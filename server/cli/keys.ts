import type { Command } from 'commander'
import { addKeysList } from './keys-list.ts'
import { addKeysRotate } from './keys-rotate.ts'

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('list and rotate the master keys that seal the stored credentials')
  addKeysList(keys)
  addKeysRotate(keys)
}

import type { Command } from 'commander'
import { addTokenCreate } from './token-create.ts'
import { addTokenList } from './token-list.ts'
import { addTokenRevoke } from './token-revoke.ts'

export function addToken(program: Command): void {
  const token = program.command('token').description('create, list and revoke operator tokens')
  addTokenCreate(token)
  addTokenList(token)
  addTokenRevoke(token)
}

import { accessCommands, freezeCommands } from './commands/access.ts'
import { credentialCommands, custodianCommands } from './commands/custodians.ts'
import { reserveCommands } from './commands/reserves.ts'
import { sessionCommands } from './commands/sessions.ts'
import { webhookCommands } from './commands/webhooks.ts'

/** The commands that ask a server as its operator, in the order of the help. */
export const remoteCommands = {
  ...sessionCommands,
  search: {
    description: 'find custodians, wallets, tenants, tokens, rotations and audit records of a server',
    load: async () => (await import('./search.ts')).addSearch,
  },
  ...custodianCommands,
  ...accessCommands,
  ...reserveCommands,
  ...webhookCommands,
  ...freezeCommands,
  ...credentialCommands,
} as const

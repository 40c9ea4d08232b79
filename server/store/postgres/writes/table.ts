import type { EngineWrites } from '../../engine-writes.ts'
import { itemWrites } from '../items/changes.ts'
import type { Transaction } from '../transact.ts'
import { ledgerWrites } from './append-transactions.ts'
import { beginWrites } from './begin-rotation.ts'
import { checkWrites } from './check-credentials.ts'
import { deliveryWrites } from './deliveries.ts'
import { endWrites } from './end-rotation.ts'
import { freezeWrites } from './frozen.ts'
import { keyWrites } from './keys.ts'
import { providerLogoutWrites } from './provider-logouts.ts'
import { assetWrites } from './put-assets.ts'
import { objectWrites } from './put-objects.ts'
import { serviceAccountWrites } from './service-accounts.ts'
import { signInWrites } from './sign-ins.ts'
import { tokenWrites } from './tokens.ts'
import { upkeepWrites } from './upkeep.ts'

/** By which server a write is done that opens something, or ends what others have left open. */
type Doer = { readonly serverId: string }

type InTransaction<Write extends (input: never) => Promise<unknown>> = (
  transaction: Transaction,
  input: Parameters<Write>[0] & Doer,
) => Promise<Awaited<ReturnType<Write>>>

/** What the database can do, each inside a transaction that is opened for it and committed. */
export const databaseWrites = {
  ...tokenWrites,
  ...signInWrites,
  ...providerLogoutWrites,
  ...serviceAccountWrites,
  ...freezeWrites,
  ...upkeepWrites,
  ...deliveryWrites,
  ...beginWrites,
  ...endWrites,
  ...checkWrites,
  ...keyWrites,
  ...objectWrites,
  ...assetWrites,
  ...ledgerWrites,
  ...itemWrites,
} as const satisfies { readonly [Name in keyof EngineWrites]: InTransaction<EngineWrites[Name]> }

import type { ProviderId } from '../../../../shared/providers.ts'
import type { ReadCustodian } from '../../../bridge/new-words.ts'

/** A custodian whose provider's form this console has. */
export type Rotatable = Omit<ReadCustodian, 'provider'> & { readonly provider: ProviderId }

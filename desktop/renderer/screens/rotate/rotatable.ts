import type { ProviderId } from '../../../../shared/providers.ts'
import type { ReadCustodian } from '../../../bridge/new-words.ts'

/** A custodian whose provider's form this console has. */
export type Rotatable = Omit<ReadCustodian, 'provider'> & { readonly provider: ProviderId }

/** What a person can type of a name: neither unseen characters nor how often a space was pressed make a difference. */
const typable = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

type Named = { readonly name: string; readonly id: string }

/** What has to be typed to confirm: the name, or the ID where the name cannot be typed. */
export const nameToType = ({ name, id }: Named): string => typable(name) || id

export const isTyped = (typed: string, custodian: Named): boolean => typable(typed) === nameToType(custodian)

import type { Profile } from '../../bridge/profiles.ts'

type Server = Pick<Profile, 'url' | 'caFile'> & { readonly id: string | null }

/** Whether a token given for the one may go to the other: same profile, same address, same trust. */
export const isSameServer = (one: Server, other: Server): boolean =>
  one.id === other.id && one.url === other.url && one.caFile === other.caFile

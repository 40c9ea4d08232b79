import { contractVersion } from '../../../shared/contract-version.ts'

export type Generation = 'same' | 'newer' | 'older' | 'other'

/** How a server's interface compares with that of this console; a second number only ever adds to the first's. */
export function generationOf(serverContract: string, own: string = contractVersion): Generation {
  const [theirs, ours] = [serverContract, own].map((version) => version.split('.').map(Number))
  const [major = 0, minor = 0] = theirs ?? []
  const [ownMajor = 0, ownMinor = 0] = ours ?? []
  if (major !== ownMajor) return 'other'
  if (minor === ownMinor) return 'same'
  return minor > ownMinor ? 'newer' : 'older'
}

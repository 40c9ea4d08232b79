import { isReservedName, namesakes } from '../access/token-names.ts'
import type { Inspection } from '../store/inspection.ts'
import { type Finding, passing, warn } from './finding.ts'

/** The audit names who acted, so names of valid tokens are unique; earlier versions did not see to that. */
export async function checkTokens(inspection: Inspection): Promise<readonly Finding[]> {
  const tokens = await inspection.tokens()
  const valid = tokens.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > Date.now())
  const shared = namesakes(valid).map((group) =>
    warn('tokens', `valid tokens share a name: ${group.map(named).join(', ')}`, namesakeStep),
  )
  const reserved = valid
    .filter(({ name }) => isReservedName(name))
    .map((token) =>
      warn('tokens', `the name of a valid token could be mistaken for Strongroom: ${named(token)}`, namesakeStep),
    )
  const found = [...shared, ...reserved]
  return found.length > 0 ? found : [passing('tokens', `all names of the ${valid.length} valid tokens are unique`)]
}

const named = ({ tokenId, name }: { readonly tokenId: string; readonly name: string }) => `${tokenId} "${name}"`

const namesakeStep = 'Create a token with a unique name for each holder, then revoke these by ID.'

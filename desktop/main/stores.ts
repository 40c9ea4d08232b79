import { join } from 'node:path'
import type { Profile } from '../bridge/profiles.ts'
import { createAuthorities } from './profiles/authorities.ts'
import { type ConsoleFile, openConsoleFile } from './profiles/console-file.ts'
import { createApiForwarder, trackMutations } from './remote/api-forwarder.ts'
import { createConnections } from './remote/connections.ts'
import { createIdentityProviders } from './remote/identity-provider.ts'
import { defaultRemoteLimits } from './remote/limits.ts'
import { askReadiness, type ReadNotReady } from './remote/readiness.ts'
import { createWalletListings } from './remote/wallets/wallet-listings.ts'
import { createOperatorTokens } from './tokens/operator-tokens.ts'
import type { TokenVault } from './tokens/token-vault.ts'
import { createVaultWithFallback } from './tokens/vault-with-fallback.ts'
import { withholdSecrets } from './tokens/withheld-secret.ts'

type StorePlaces = {
  /** The folder of this user's data. */
  readonly userData: string
  readonly keychain: TokenVault
}

/** What knows profiles and tokens. */
export function createStores({ userData, keychain }: StorePlaces, changed: () => void) {
  const file = openConsoleFile(join(userData, 'console.json'), changed)
  const vault = createVaultWithFallback(keychain, changed, {
    ids: file.current().unerased,
    save: (unerased) => file.change({ unerased }),
  })
  const tokens = createOperatorTokens(vault, changed)
  return { file, vault, tokens, authorities: createAuthorities(file), secret: withholdSecrets() }
}

export type Stores = ReturnType<typeof createStores>

export function activeProfileIn(file: ConsoleFile): Profile | null {
  const { profiles, activeProfileId } = file.current()
  return profiles.find(({ id }) => id === activeProfileId) ?? null
}

/** What talks to servers elsewhere. */
export function createRemote() {
  const connections = createConnections(defaultRemoteLimits)
  const forwarder = trackMutations(createApiForwarder({ connections }))
  const listings = createWalletListings({ connections })
  const readNotReady: ReadNotReady = async (target) =>
    (await askReadiness(target, { connections, limits: defaultRemoteLimits })).said
  return {
    connections,
    forwarder,
    listings,
    readNotReady,
    identityProviders: createIdentityProviders({ connections, limits: defaultRemoteLimits }),
    /** Drops what was read from the server of a profile and closes its connections. */
    async disconnect(profileId: string): Promise<void> {
      listings.clear(profileId)
      await connections.close(profileId)
    },
  }
}

export type Remote = ReturnType<typeof createRemote>

import type { PlainCredentials } from '../../server/providers/provider.ts'
import { loadVendor } from './packages.ts'

/** The two reads of a probe, as a program of a customer makes them. Both reject when Fireblocks refuses. */
export type FireblocksClient = {
  /** Resolves to the ids of the vault accounts. */
  readonly listVaults: () => Promise<readonly string[]>
  /** Resolves to the workspace id. */
  readonly readWorkspace: () => Promise<string>
}

type CreateClient = (credentials: PlainCredentials, origin: string) => FireblocksClient

/** https://github.com/fireblocks/ts-sdk, the current SDK. */
const tsSdk: CreateClient = ({ apiKey, secretApiKey: secretKey }, origin) => {
  const { Fireblocks } = loadVendor('@fireblocks/ts-sdk')
  const client = new Fireblocks({ apiKey, secretKey, basePath: `${origin}/v1` })
  return {
    listVaults: async () => idsOf((await client.vaults.getPagedVaultAccounts({ limit: 1 })).data),
    readWorkspace: async () => (await client.workspace.getWorkspace()).data.id,
  }
}

/** https://github.com/fireblocks/fireblocks-sdk-js, its predecessor; it has no method for the workspace. */
const legacySdk: CreateClient = ({ apiKey, secretApiKey }, origin) => {
  const { FireblocksSDK } = loadVendor('fireblocks-sdk')
  const client = new FireblocksSDK(secretApiKey, apiKey, origin)
  return {
    listVaults: async () => idsOf(await client.getVaultAccountsWithPageInfo({ limit: 1 })),
    readWorkspace: async () => (await client.apiClient.issueGetRequest('/v1/workspace')).id,
  }
}

const idsOf = ({ accounts }: { accounts: readonly { id: string }[] }) => accounts.map(({ id }) => id)

export const fireblocksSdks: readonly (readonly [string, CreateClient])[] = [
  ['@fireblocks/ts-sdk', tsSdk],
  ['fireblocks-sdk', legacySdk],
]

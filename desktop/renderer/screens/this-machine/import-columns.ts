type Columns = { readonly required: readonly string[]; readonly optional: readonly string[] }

/** The columns of each kind of file in short; docs/import.md has their rules. */
export const importColumns = {
  tenants: { required: ['tenantId', 'name'], optional: [] },
  networks: { required: ['blockchainId', 'network'], optional: ['networkIcon'] },
  custodians: { required: ['custodianId', 'tenantId', 'name', 'provider'], optional: ['baseUrl'] },
  wallets: {
    required: ['walletId', 'tenantId', 'custodianId', 'blockchainId', 'address'],
    optional: ['metadataJson', 'isVisible', 'isActive', 'isTreasuryEnabled', 'isGasStationEnabled'],
  },
  tokens: { required: ['tokenId', 'tokenSymbol', 'blockchainId', 'decimals'], optional: ['contractAddress'] },
  reserveAccounts: { required: ['reserveAccountId', 'blockchainId', 'address', 'name'], optional: [] },
  reserveTransactions: {
    required: ['source', 'position', 'index', 'tokenId', 'amount', 'at'],
    optional: ['fromReserveAccountId', 'toReserveAccountId'],
  },
  tokenTransfers: {
    required: ['token_address', 'from_address', 'to_address', 'value', 'log_index', 'block_number'],
    optional: ['block_timestamp'],
  },
} as const satisfies Record<string, Columns>

export type ImportKind = keyof typeof importColumns

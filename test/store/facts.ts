/**
 * What is stored, as plain facts: the words of the contract, no columns. Ids are decimal digits, times epoch
 * milliseconds.
 */
export type Facts = {
  readonly tenants: { readonly tenantId: string; readonly name: string }
  readonly tokens: {
    readonly tokenId: string
    readonly name: string
    readonly hash: Buffer
    readonly permissions: readonly string[]
    readonly tenantId: string | null
    readonly allowedFrom: readonly string[] | null
    readonly createdAt: number
    readonly expiresAt: number
    readonly revokedAt: number | null
  }
  readonly custodians: {
    readonly custodianId: string
    readonly tenantId: string
    readonly name: string
    readonly provider: string
    readonly baseUrl: string | null
    readonly providerAccount: string | null
    /** The active version; 0 before the first rotation. */
    readonly version: number
    readonly lastCheck: string | null
    readonly lastCheckedAt: number | null
  }
  readonly credentials: {
    readonly custodianId: string
    readonly version: number
    /** The key-encryption key that wraps the data key. */
    readonly keyId: string
    readonly wrappedKey: Buffer
    readonly ciphertext: Buffer
    readonly storedAt: number
    /** What names their API key. */
    readonly apiKeyId: string | null
    /** null while the credentials are active. */
    readonly retiredAt: number | null
  }
  /** Key-encryption keys: `next`, `active` or `retired`. */
  readonly keys: {
    readonly keyId: string
    readonly state: string
    readonly fingerprintRoot: Buffer | null
    readonly heldAt: number | null
  }
  readonly rotations: {
    readonly rotationId: string
    readonly custodianId: string
    readonly operator: string
    readonly tokenId: string | null
    readonly idempotencyKey: string | null
    readonly retryOf: string | null
    readonly stage: string | null
    /** null while the rotation is in progress. */
    readonly outcome: string | null
    readonly verdict: string | null
    readonly reason: string | null
    /** The version that was active when the rotation began. */
    readonly version: number
    readonly startedAt: number
    readonly endedAt: number | null
  }
  /** Validations and checks that have no outcome yet. */
  readonly checks: {
    readonly checkId: string
    readonly kind: string
    readonly custodianId: string
    readonly version: number | null
  }
  readonly attempts: {
    readonly attemptId: string
    readonly custodianId: string
    readonly tokenId: string | null
    readonly keyFingerprint: Buffer
    readonly at: number
    /** 0 while the attempt is open, 1 when the provider refused the key, 2 when a local rule did. */
    readonly refused: number
  }
  readonly idempotencyRecords: {
    readonly tokenId: string
    readonly key: string
    readonly fingerprint: Buffer
    readonly fingerprintKey: string
    readonly rotationId: string
    /** null lets the same request run again. */
    readonly answer: string | null
    readonly storedAt: number
  }
  readonly audit: {
    readonly sequence: number
    readonly at: number
    readonly kind: string
    readonly actor: string
    readonly tenantId: string | null
    readonly custodianId: string | null
    readonly rotationId: string | null
    /** The text that the hash covers. */
    readonly details: string
    readonly hash: string
    /** The first record of the commit that this one ends; null where it is alone. */
    readonly commitStart: number | null
  }
  /** 0 is everything. */
  readonly freezes: { readonly tenantId: string; readonly reason: string; readonly frozenBy: string }
  readonly networks: { readonly blockchainId: string; readonly name: string; readonly icon: string }
  readonly wallets: {
    readonly walletId: string
    readonly tenantId: string
    readonly custodianId: string
    readonly blockchainId: string
    readonly address: string
    readonly metadataJson: string
    readonly isVisible: boolean
    readonly isActive: boolean
    readonly isTreasuryEnabled: boolean
    readonly isGasStationEnabled: boolean
  }
  /** The tokens of the reserves, not those of operators. */
  readonly assets: {
    readonly tokenId: string
    readonly symbol: string
    readonly blockchainId: string
    readonly contractAddress: string | null
    readonly decimals: number
  }
  readonly reserveAccounts: {
    readonly reserveAccountId: string
    readonly blockchainId: string
    readonly address: string
    readonly name: string
  }
  readonly transactions: {
    readonly source: string
    readonly position: string
    readonly index: string
    readonly tokenId: string
    /** Whole minor units, decimal digits. */
    readonly amount: string
    readonly fromAccountId: string | null
    readonly toAccountId: string | null
    readonly at: number
    readonly transactionHash: string | null
    /** Of the block at that position of its source. */
    readonly blockHash: string | null
  }
  readonly tokenTotals: {
    readonly tokenId: string
    readonly amount: string
    readonly count: number
    readonly lastAt: number
  }
  readonly accountTotals: {
    readonly accountId: string
    readonly tokenId: string
    readonly amount: string
    readonly count: number
  }
}

export type Kind = keyof Facts

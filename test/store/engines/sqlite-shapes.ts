import type { Facts, Kind } from '../facts.ts'

type Form = {
  readonly read: (value: never) => unknown
  readonly write: (value: never) => unknown
}

const orNull =
  <Input, Output>(convert: (value: Input) => Output) =>
  (value: Input | null): Output | null =>
    value === null ? null : convert(value)

/** How a value stands in a column. */
const forms = {
  id: { read: orNull((value: bigint) => `${value}`), write: orNull((value: string) => BigInt(value)) },
  number: { read: orNull((value: bigint) => Number(value)), write: orNull((value: number) => BigInt(value)) },
  text: { read: (value: string | null) => value, write: (value: string | null) => value },
  bytes: { read: (value: Buffer) => value, write: (value: Uint8Array) => value },
  json: {
    read: orNull((value: string) => JSON.parse(value)),
    write: orNull((value: unknown) => JSON.stringify(value)),
  },
  flag: { read: (value: bigint) => value === 1n, write: (value: boolean) => (value ? 1n : 0n) },
  /** Hexadecimal is kept as bytes. */
  hash: {
    read: orNull((value: Buffer | string) => (typeof value === 'string' ? value : `0x${value.toString('hex')}`)),
    write: orNull((value: string) => (value.startsWith('0x') ? Buffer.from(value.slice(2), 'hex') : value)),
  },
} satisfies Record<string, Form>

export type FormName = keyof typeof forms

/** Where the facts of a kind stand: a table, its key, and for each member an SQL expression and its form. */
type Shape<Fact> = {
  readonly table: string
  readonly key: readonly string[]
  readonly members: { readonly [Member in keyof Fact]: readonly [expression: string, form: FormName] }
}

/** Written from the schema alone (`server/store/sqlite/migrations`). */
export const shapes: { readonly [K in Kind]: Shape<Facts[K]> } = {
  tenants: { table: 'tenants', key: ['tenant_id'], members: { tenantId: ['tenant_id', 'id'], name: ['name', 'text'] } },
  tokens: {
    table: 'operator_tokens',
    key: ['token_id'],
    members: {
      tokenId: ['token_id', 'id'],
      name: ['name', 'text'],
      hash: ['hash', 'bytes'],
      permissions: ['permissions', 'json'],
      tenantId: ['tenant_id', 'id'],
      allowedFrom: ['allowed_from', 'json'],
      createdAt: ['created_at', 'number'],
      expiresAt: ['expires_at', 'number'],
      revokedAt: ['revoked_at', 'number'],
    },
  },
  custodians: {
    table: 'custodians',
    key: ['custodian_id'],
    members: {
      custodianId: ['custodian_id', 'id'],
      tenantId: ['tenant_id', 'id'],
      name: ['name', 'text'],
      provider: ['provider', 'text'],
      baseUrl: ['base_url', 'text'],
      providerAccount: ['provider_account', 'text'],
      version: ['credential_version', 'number'],
      lastCheck: ['last_check', 'text'],
      lastCheckedAt: ['last_checked_at', 'number'],
    },
  },
  credentials: {
    table: 'credentials',
    key: ['custodian_id', 'version'],
    members: {
      custodianId: ['custodian_id', 'id'],
      version: ['version', 'number'],
      keyId: ['key_id', 'text'],
      wrappedKey: ['wrapped_key', 'bytes'],
      ciphertext: ['ciphertext', 'bytes'],
      storedAt: ['stored_at', 'number'],
      apiKeyId: ['api_key_id', 'text'],
      retiredAt: ['retired_at', 'number'],
    },
  },
  keys: {
    table: 'keys',
    key: ['key_id'],
    members: {
      keyId: ['key_id', 'text'],
      state: ['state', 'text'],
      fingerprintRoot: ['fingerprint_root', 'bytes'],
      heldAt: ['held_at', 'number'],
    },
  },
  rotations: {
    table: 'rotations',
    key: ['rotation_id'],
    members: {
      rotationId: ['rotation_id', 'text'],
      custodianId: ['custodian_id', 'id'],
      operator: ['operator', 'text'],
      tokenId: ['token_id', 'id'],
      idempotencyKey: ['idempotency_key', 'text'],
      retryOf: ['retry_of', 'text'],
      stage: ['stage', 'text'],
      outcome: ['outcome', 'text'],
      verdict: ['verdict', 'text'],
      reason: ['reason', 'text'],
      version: ['credential_version', 'number'],
      startedAt: ['started_at', 'number'],
      endedAt: ['ended_at', 'number'],
    },
  },
  checks: {
    table: 'open_checks',
    key: ['check_id'],
    members: {
      checkId: ['check_id', 'text'],
      kind: ['kind', 'text'],
      custodianId: ['custodian_id', 'id'],
      version: ['version', 'number'],
    },
  },
  attempts: {
    table: 'attempts',
    key: ['attempt_id'],
    members: {
      attemptId: ['attempt_id', 'text'],
      custodianId: ['custodian_id', 'id'],
      tokenId: ['token_id', 'id'],
      keyFingerprint: ['key_fingerprint', 'bytes'],
      at: ['at', 'number'],
      refused: ['refused', 'number'],
    },
  },
  idempotencyRecords: {
    table: 'kept_answers',
    key: ['token_id', 'idempotency_key'],
    members: {
      tokenId: ['token_id', 'id'],
      key: ['idempotency_key', 'text'],
      fingerprint: ['request_fingerprint', 'bytes'],
      fingerprintKey: ['fingerprint_key', 'text'],
      rotationId: ['rotation_id', 'text'],
      answer: ['answer', 'text'],
      storedAt: ['kept_at', 'number'],
    },
  },
  audit: {
    table: 'audit',
    key: ['sequence'],
    members: {
      sequence: ['sequence', 'number'],
      at: ['at', 'number'],
      kind: ['kind', 'text'],
      actor: ['actor', 'text'],
      tenantId: ['tenant_id', 'id'],
      custodianId: ['custodian_id', 'id'],
      rotationId: ['rotation_id', 'text'],
      details: ['details', 'text'],
      hash: ['hash', 'text'],
      commitStart: ['commit_start', 'number'],
    },
  },
  freezes: {
    table: 'freezes',
    key: ['tenant_id'],
    members: { tenantId: ['tenant_id', 'id'], reason: ['reason', 'text'], frozenBy: ['frozen_by', 'text'] },
  },
  networks: {
    table: 'networks',
    key: ['blockchain_id'],
    members: { blockchainId: ['blockchain_id', 'id'], name: ['name', 'text'], icon: ['icon', 'text'] },
  },
  wallets: {
    table: 'wallets',
    key: ['wallet_id'],
    members: {
      walletId: ['wallet_id', 'id'],
      tenantId: ['tenant_id', 'id'],
      custodianId: ['custodian_id', 'id'],
      blockchainId: ['blockchain_id', 'id'],
      address: ['address', 'text'],
      metadataJson: ['metadata_json', 'text'],
      isVisible: ['is_visible', 'flag'],
      isActive: ['is_active', 'flag'],
      isTreasuryEnabled: ['is_treasury_enabled', 'flag'],
      isGasStationEnabled: ['is_gas_station_enabled', 'flag'],
    },
  },
  assets: {
    table: 'tokens',
    key: ['token_id'],
    members: {
      tokenId: ['token_id', 'id'],
      symbol: ['symbol', 'text'],
      blockchainId: ['blockchain_id', 'id'],
      contractAddress: ['contract_address', 'text'],
      decimals: ['decimals', 'number'],
    },
  },
  reserveAccounts: {
    table: 'reserve_accounts',
    key: ['reserve_account_id'],
    members: {
      reserveAccountId: ['reserve_account_id', 'id'],
      blockchainId: ['blockchain_id', 'id'],
      address: ['address', 'text'],
      name: ['name', 'text'],
    },
  },
  transactions: {
    table: 'reserve_transactions',
    key: ['source_id', 'position', 'idx'],
    members: {
      source: ['(SELECT s.name FROM transaction_sources s WHERE s.source_id = reserve_transactions.source_id)', 'text'],
      position: ['position', 'id'],
      index: ['idx', 'id'],
      tokenId: ['token_id', 'id'],
      amount: ['amount', 'text'],
      fromAccountId: ['from_account_id', 'id'],
      toAccountId: ['to_account_id', 'id'],
      at: ['at', 'number'],
      transactionHash: ['transaction_hash', 'hash'],
      blockHash: [
        `(SELECT b.hash FROM blocks b
          WHERE b.source_id = reserve_transactions.source_id AND b.position = reserve_transactions.position)`,
        'hash',
      ],
    },
  },
  tokenTotals: {
    table: 'token_totals',
    key: ['token_id'],
    members: {
      tokenId: ['token_id', 'id'],
      amount: ['amount', 'text'],
      count: ['transaction_count', 'number'],
      lastAt: ['last_at', 'number'],
    },
  },
  accountTotals: {
    table: 'account_totals',
    key: ['reserve_account_id', 'token_id'],
    members: {
      accountId: ['reserve_account_id', 'id'],
      tokenId: ['token_id', 'id'],
      amount: ['amount', 'text'],
      count: ['transaction_count', 'number'],
    },
  },
}

/** A column's value as the fact has it. */
export const fromColumn = (form: FormName, value: unknown): unknown =>
  (forms[form].read as (value: unknown) => unknown)(value)

export const toColumn = (form: FormName, value: unknown): unknown =>
  (forms[form].write as (value: unknown) => unknown)(value)

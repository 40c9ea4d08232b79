CREATE TABLE installation (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  salt BLOB NOT NULL,
  networks_version INTEGER NOT NULL DEFAULT 0,
  ledger_version INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO installation (only, salt) VALUES (1, randomblob(32));

CREATE TABLE tenants (
  tenant_id INTEGER PRIMARY KEY CHECK (tenant_id > 0),
  name TEXT NOT NULL
) STRICT;

CREATE TABLE operator_tokens (
  token_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  permissions TEXT NOT NULL,
  tenant_id INTEGER REFERENCES tenants,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;

CREATE TABLE custodians (
  custodian_id INTEGER PRIMARY KEY CHECK (custodian_id > 0),
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  name TEXT NOT NULL,
  provider TEXT NOT NULL,
  base_url TEXT,
  provider_account TEXT,
  credential_version INTEGER NOT NULL DEFAULT 0,
  last_check TEXT,
  wallets_version INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX custodians_of_tenant ON custodians (tenant_id);

CREATE TABLE credentials (
  custodian_id INTEGER NOT NULL REFERENCES custodians,
  version INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  wrapped_key BLOB NOT NULL,
  ciphertext BLOB NOT NULL,
  stored_at INTEGER NOT NULL,
  retired_at INTEGER,
  PRIMARY KEY (custodian_id, version)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_current_pair ON credentials (custodian_id) WHERE retired_at IS NULL;

CREATE TABLE rotations (
  rotation_id TEXT PRIMARY KEY,
  custodian_id INTEGER NOT NULL REFERENCES custodians,
  operator TEXT NOT NULL,
  stage TEXT,
  outcome TEXT,
  verdict TEXT,
  reason TEXT,
  credential_version INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_open_rotation ON rotations (custodian_id) WHERE outcome IS NULL;
CREATE INDEX rotations_of_custodian ON rotations (custodian_id, rotation_id);

CREATE TABLE open_checks (
  check_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  custodian_id INTEGER NOT NULL REFERENCES custodians,
  version INTEGER
) STRICT, WITHOUT ROWID;

-- Attempts with a key that are under way, and those that the provider refused.
CREATE TABLE attempts (
  attempt_id TEXT PRIMARY KEY,
  custodian_id INTEGER NOT NULL REFERENCES custodians,
  key_fingerprint BLOB NOT NULL,
  at INTEGER NOT NULL,
  refused INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_with_key ON attempts (custodian_id, key_fingerprint, at);
CREATE INDEX attempts_by_age ON attempts (at);

CREATE TABLE kept_answers (
  token_id INTEGER NOT NULL REFERENCES operator_tokens,
  idempotency_key TEXT NOT NULL,
  request_fingerprint BLOB NOT NULL,
  rotation_id TEXT NOT NULL REFERENCES rotations,
  answer TEXT,
  kept_at INTEGER NOT NULL,
  PRIMARY KEY (token_id, idempotency_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_answers_of_rotation ON kept_answers (rotation_id);

CREATE TABLE audit (
  sequence INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  actor TEXT NOT NULL,
  tenant_id INTEGER,
  custodian_id INTEGER,
  rotation_id TEXT,
  details TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX audit_of_custodian ON audit (custodian_id, sequence);
CREATE INDEX audit_of_kind ON audit (kind, sequence);
CREATE INDEX audit_of_tenant ON audit (tenant_id, sequence);

CREATE TABLE networks (
  blockchain_id INTEGER PRIMARY KEY CHECK (blockchain_id > 0),
  name TEXT NOT NULL UNIQUE,
  icon TEXT NOT NULL
) STRICT;

CREATE TABLE wallets (
  wallet_id INTEGER PRIMARY KEY CHECK (wallet_id > 0),
  tenant_id INTEGER NOT NULL REFERENCES tenants,
  custodian_id INTEGER NOT NULL REFERENCES custodians,
  blockchain_id INTEGER NOT NULL REFERENCES networks,
  address TEXT NOT NULL,
  metadata_json TEXT NOT NULL,
  is_visible INTEGER NOT NULL,
  is_active INTEGER NOT NULL,
  is_treasury_enabled INTEGER NOT NULL,
  is_gas_station_enabled INTEGER NOT NULL
) STRICT;
CREATE INDEX wallets_of_custodian ON wallets (custodian_id, wallet_id);

CREATE TABLE tokens (
  token_id INTEGER PRIMARY KEY CHECK (token_id > 0),
  symbol TEXT NOT NULL,
  blockchain_id INTEGER NOT NULL REFERENCES networks,
  contract_address TEXT,
  decimals INTEGER NOT NULL CHECK (decimals BETWEEN 0 AND 255),
  UNIQUE (blockchain_id, contract_address)
) STRICT;

CREATE TABLE reserve_accounts (
  reserve_account_id INTEGER PRIMARY KEY CHECK (reserve_account_id > 0),
  blockchain_id INTEGER NOT NULL REFERENCES networks,
  address TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (blockchain_id, address)
) STRICT;

CREATE TABLE transaction_sources (
  source_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- Keyed in the order of arrival, so that appending stays as fast at ten million rows as at the first.
CREATE TABLE reserve_transactions (
  source_id INTEGER NOT NULL REFERENCES transaction_sources,
  position INTEGER NOT NULL,
  idx INTEGER NOT NULL,
  token_id INTEGER NOT NULL,
  amount TEXT NOT NULL,
  from_account_id INTEGER,
  to_account_id INTEGER,
  at INTEGER NOT NULL,
  PRIMARY KEY (source_id, position, idx)
) STRICT, WITHOUT ROWID;

-- Kept in the transaction that appends to reserve_transactions; amounts are whole minor units.
CREATE TABLE token_totals (
  token_id INTEGER PRIMARY KEY REFERENCES tokens,
  amount TEXT NOT NULL,
  transaction_count INTEGER NOT NULL,
  last_at INTEGER NOT NULL
) STRICT;

CREATE TABLE account_totals (
  reserve_account_id INTEGER NOT NULL REFERENCES reserve_accounts,
  token_id INTEGER NOT NULL REFERENCES tokens,
  amount TEXT NOT NULL,
  transaction_count INTEGER NOT NULL,
  PRIMARY KEY (reserve_account_id, token_id)
) STRICT, WITHOUT ROWID;

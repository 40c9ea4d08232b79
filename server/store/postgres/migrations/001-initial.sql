-- Ids and times (epoch milliseconds) are bigint, amounts are numeric without a fraction. Names are ordered by their code
-- points, in every database (COLLATE "C").
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Each version moves with every change of what it stands for, so that a server may keep what it read.
CREATE TABLE installation (
  one boolean PRIMARY KEY CHECK (one),
  salt bytea NOT NULL,
  tokens_version bigint NOT NULL DEFAULT 0,
  wallets_version bigint NOT NULL DEFAULT 0,
  networks_version bigint NOT NULL DEFAULT 0,
  ledger_version bigint NOT NULL DEFAULT 0,
  assets_version bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 10);

-- Locked for every change of an administrator and every import, one after the other (changes), and by whatever decides
-- whether others may change something (restrictions), which those others share.
CREATE TABLE locks (name text PRIMARY KEY);
INSERT INTO locks VALUES ('changes'), ('restrictions');

-- Written when it is tested whether writing works.
CREATE TABLE write_tests (one boolean PRIMARY KEY CHECK (one), at bigint NOT NULL) WITH (fillfactor = 10);
INSERT INTO write_tests VALUES (true, 0);

CREATE TABLE tenants (
  tenant_id bigint PRIMARY KEY CHECK (tenant_id > 0),
  name text NOT NULL,
  found_by text COLLATE "C" NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  disabled_at bigint
);
CREATE INDEX tenants_text ON tenants USING gin (found_by gin_trgm_ops);
CREATE INDEX tenants_by_name ON tenants (found_by);

CREATE TABLE operator_tokens (
  token_id bigint PRIMARY KEY,
  name text NOT NULL,
  found_by text COLLATE "C" NOT NULL,
  skeleton text NOT NULL,
  hash bytea NOT NULL UNIQUE,
  permissions text NOT NULL,
  tenant_id bigint REFERENCES tenants,
  allowed_from text,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  revoked_at bigint,
  version bigint NOT NULL DEFAULT 1
);
CREATE INDEX operator_tokens_by_skeleton ON operator_tokens (skeleton) WHERE revoked_at IS NULL;
CREATE INDEX operator_tokens_text ON operator_tokens USING gin (found_by gin_trgm_ops);
CREATE INDEX operator_tokens_by_name ON operator_tokens (found_by);

CREATE TABLE token_uses (
  token_id bigint PRIMARY KEY,
  used_at bigint NOT NULL,
  address text NOT NULL
);

CREATE TABLE custodians (
  custodian_id bigint PRIMARY KEY CHECK (custodian_id > 0),
  tenant_id bigint NOT NULL REFERENCES tenants,
  name text NOT NULL,
  found_by text COLLATE "C" NOT NULL,
  provider text NOT NULL,
  base_url text,
  provider_account text,
  credential_version bigint NOT NULL DEFAULT 0,
  last_check text,
  last_checked_at bigint,
  wallets_version bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 1,
  disabled_at bigint
);
CREATE INDEX custodians_of_tenant ON custodians (tenant_id);
CREATE INDEX custodians_text ON custodians USING gin (found_by gin_trgm_ops);
CREATE INDEX custodians_by_name ON custodians (found_by);

CREATE TABLE credentials (
  custodian_id bigint NOT NULL REFERENCES custodians,
  version bigint NOT NULL,
  key_id text NOT NULL,
  wrapped_key bytea NOT NULL,
  ciphertext bytea NOT NULL,
  stored_at bigint NOT NULL,
  retired_at bigint,
  api_key_id text,
  PRIMARY KEY (custodian_id, version)
);
CREATE UNIQUE INDEX one_active_version ON credentials (custodian_id) WHERE retired_at IS NULL;
CREATE INDEX credentials_by_age ON credentials (retired_at) WHERE retired_at IS NOT NULL;

-- The key-encryption keys that servers use; the active one seals.
CREATE TABLE keys (
  key_id text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('next', 'active', 'retired')),
  fingerprint_root bytea,
  held_at bigint
);
CREATE UNIQUE INDEX one_active_key ON keys (state) WHERE state = 'active';
CREATE UNIQUE INDEX one_next_key ON keys (state) WHERE state = 'next';

-- Who serves. What was begun by a server that is not here any more is ended by the others.
CREATE TABLE servers (
  server_id text PRIMARY KEY,
  name text NOT NULL,
  alive_until bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE rotations (
  rotation_id text COLLATE "C" PRIMARY KEY,
  custodian_id bigint NOT NULL REFERENCES custodians,
  operator text NOT NULL,
  token_id bigint REFERENCES operator_tokens,
  idempotency_key text,
  retry_of text COLLATE "C" REFERENCES rotations,
  stage text,
  outcome text,
  verdict text,
  reason text,
  credential_version bigint NOT NULL,
  started_at bigint NOT NULL,
  ended_at bigint,
  api_key_id text,
  previous_api_key_id text,
  server_id text
);
CREATE UNIQUE INDEX one_open_rotation ON rotations (custodian_id) WHERE outcome IS NULL;
CREATE INDEX rotations_of_custodian ON rotations (custodian_id, rotation_id);

CREATE TABLE open_checks (
  check_id text PRIMARY KEY,
  kind text NOT NULL,
  custodian_id bigint NOT NULL REFERENCES custodians,
  version bigint,
  server_id text
);
CREATE INDEX open_checks_of_custodian ON open_checks (custodian_id);

-- refused: 0 while open, 1 when the provider refused the key, 2 when a local rule did.
CREATE TABLE attempts (
  attempt_id text PRIMARY KEY,
  custodian_id bigint NOT NULL REFERENCES custodians,
  token_id bigint REFERENCES operator_tokens,
  key_fingerprint bytea NOT NULL,
  at bigint NOT NULL,
  refused smallint NOT NULL DEFAULT 0,
  server_id text
);
CREATE INDEX attempts_with_key ON attempts (custodian_id, key_fingerprint, at);
CREATE INDEX attempts_of_token ON attempts (token_id, at);
CREATE INDEX attempts_by_age ON attempts (at);

CREATE TABLE idempotency_records (
  token_id bigint NOT NULL REFERENCES operator_tokens,
  idempotency_key text NOT NULL,
  request_fingerprint bytea NOT NULL,
  fingerprint_key text NOT NULL,
  rotation_id text COLLATE "C" NOT NULL REFERENCES rotations,
  answer text,
  kept_at bigint NOT NULL,
  PRIMARY KEY (token_id, idempotency_key)
);
CREATE INDEX idempotency_records_of_rotation ON idempotency_records (rotation_id);
CREATE INDEX idempotency_records_by_age ON idempotency_records (kept_at);

-- 0 is every tenant, and what belongs to none.
CREATE TABLE freezes (
  tenant_id bigint PRIMARY KEY,
  frozen_at bigint NOT NULL,
  frozen_by text NOT NULL,
  reason text NOT NULL
);

-- IDs of what was deleted are not used again: records of the audit name them. The kind is the name of its table.
CREATE TABLE deleted_ids (
  kind text NOT NULL,
  id bigint NOT NULL,
  PRIMARY KEY (kind, id)
);

-- The last link of the chain, so that the next one waits for the commit of this one.
CREATE TABLE audit_head (
  one boolean PRIMARY KEY CHECK (one),
  sequence bigint NOT NULL,
  hash text NOT NULL
) WITH (fillfactor = 10);
INSERT INTO audit_head VALUES (true, 0, repeat('0', 64));

-- The columns behind the hash are read from the details, which the hash covers.
CREATE TABLE audit (
  sequence bigint PRIMARY KEY,
  at bigint NOT NULL,
  kind text NOT NULL,
  actor text NOT NULL,
  tenant_id bigint,
  custodian_id bigint,
  rotation_id text,
  details text NOT NULL,
  hash text NOT NULL,
  commit_start bigint,
  actor_token_id bigint GENERATED ALWAYS AS ((details::json ->> 'actorTokenId')::bigint) STORED,
  request_id text GENERATED ALWAYS AS (details::json ->> 'requestId') STORED,
  outcome text GENERATED ALWAYS AS (coalesce(details::json ->> 'outcome', details::json ->> 'verdict')) STORED
);
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_of_custodian ON audit (custodian_id, sequence);
CREATE INDEX audit_of_kind ON audit (kind, sequence);
CREATE INDEX audit_of_tenant ON audit (tenant_id, sequence);
CREATE INDEX audit_of_actor ON audit (actor, sequence);
CREATE INDEX audit_of_token ON audit (actor_token_id, sequence) WHERE actor_token_id IS NOT NULL;
CREATE INDEX audit_of_rotation ON audit (rotation_id, sequence) WHERE rotation_id IS NOT NULL;
CREATE INDEX audit_of_outcome ON audit (outcome, sequence) WHERE rotation_id IS NOT NULL;
CREATE INDEX audit_of_request ON audit (request_id, sequence) WHERE request_id IS NOT NULL;

CREATE TABLE networks (
  blockchain_id bigint PRIMARY KEY CHECK (blockchain_id > 0),
  name text COLLATE "C" NOT NULL UNIQUE,
  icon text NOT NULL,
  version bigint NOT NULL DEFAULT 1
);

CREATE TABLE wallets (
  wallet_id bigint PRIMARY KEY CHECK (wallet_id > 0),
  tenant_id bigint NOT NULL REFERENCES tenants,
  custodian_id bigint NOT NULL REFERENCES custodians,
  blockchain_id bigint NOT NULL REFERENCES networks,
  address text NOT NULL,
  metadata_json text NOT NULL,
  label text,
  found_by text COLLATE "C",
  found_at text COLLATE "C" NOT NULL,
  is_visible smallint NOT NULL,
  is_active smallint NOT NULL,
  is_treasury_enabled smallint NOT NULL,
  is_gas_station_enabled smallint NOT NULL,
  version bigint NOT NULL DEFAULT 1
);
CREATE INDEX wallets_of_custodian ON wallets (custodian_id, wallet_id);
CREATE INDEX wallets_by_address ON wallets (found_at, wallet_id);
CREATE INDEX wallets_of_tenant_by_address ON wallets (tenant_id, found_at, wallet_id);
CREATE INDEX wallets_text ON wallets USING gin (found_by gin_trgm_ops);
CREATE INDEX wallets_by_label ON wallets (found_by);

CREATE TABLE tokens (
  token_id bigint PRIMARY KEY CHECK (token_id > 0),
  symbol text COLLATE "C" NOT NULL,
  blockchain_id bigint NOT NULL REFERENCES networks,
  contract_address text,
  decimals integer NOT NULL CHECK (decimals BETWEEN 0 AND 255),
  version bigint NOT NULL DEFAULT 1,
  UNIQUE (blockchain_id, contract_address)
);

CREATE TABLE reserve_accounts (
  reserve_account_id bigint PRIMARY KEY CHECK (reserve_account_id > 0),
  blockchain_id bigint NOT NULL REFERENCES networks,
  address text NOT NULL,
  name text NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  UNIQUE (blockchain_id, address)
);

CREATE TABLE transaction_sources (
  source_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL UNIQUE
);

CREATE TABLE reserve_transactions (
  source_id bigint NOT NULL REFERENCES transaction_sources,
  position bigint NOT NULL,
  idx bigint NOT NULL,
  token_id bigint NOT NULL,
  amount numeric NOT NULL CHECK (amount = trunc(amount)),
  from_account_id bigint,
  to_account_id bigint,
  at bigint NOT NULL,
  transaction_hash text,
  PRIMARY KEY (source_id, position, idx)
);

-- The block at each position of a source, kept once for all its transactions.
CREATE TABLE blocks (
  source_id bigint NOT NULL REFERENCES transaction_sources,
  position bigint NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (source_id, position)
);

-- Kept in the transaction that appends to reserve_transactions; amounts are whole minor units.
CREATE TABLE token_totals (
  token_id bigint PRIMARY KEY REFERENCES tokens,
  amount numeric NOT NULL,
  transaction_count bigint NOT NULL,
  last_at bigint NOT NULL
);

CREATE TABLE account_totals (
  reserve_account_id bigint NOT NULL REFERENCES reserve_accounts,
  token_id bigint NOT NULL REFERENCES tokens,
  amount numeric NOT NULL,
  transaction_count bigint NOT NULL,
  PRIMARY KEY (reserve_account_id, token_id)
);

-- What the search walks. Addresses are found by how they begin, in any case; of one tenant, or of all.
CREATE INDEX wallets_by_address ON wallets (lower(address), wallet_id);
CREATE INDEX wallets_of_tenant_by_address ON wallets (tenant_id, lower(address), wallet_id);

-- Names and labels are found by any part of them. Each indexed text begins with three characters that stand for its tenant,
-- so that the search of one tenant reads no others', and two that stand for the beginning of the name. All are of the
-- private use area (U+E000 and up), which names do not use; two tenants that share their characters are told apart later.
ALTER TABLE tenants ADD COLUMN found_by TEXT AS (
  char(57345 + tenant_id % 6000, 57345 + tenant_id / 6000 % 6000, 57345 + tenant_id / 36000000 % 6000, 57344, 57344) || name
) VIRTUAL;
ALTER TABLE custodians ADD COLUMN found_by TEXT AS (
  char(57345 + tenant_id % 6000, 57345 + tenant_id / 6000 % 6000, 57345 + tenant_id / 36000000 % 6000, 57344, 57344) || name
) VIRTUAL;
-- A token of the platform has no tenant.
ALTER TABLE operator_tokens ADD COLUMN found_by TEXT AS (
  ifnull(
    char(57345 + tenant_id % 6000, 57345 + tenant_id / 6000 % 6000, 57345 + tenant_id / 36000000 % 6000), ''
  ) || char(57344, 57344) || name
) VIRTUAL;
ALTER TABLE wallets ADD COLUMN label TEXT AS (
  CASE WHEN json_valid(metadata_json) AND json_type(metadata_json, '$.label') = 'text' THEN metadata_json ->> '$.label' END
) VIRTUAL;
ALTER TABLE wallets ADD COLUMN found_by TEXT AS (
  char(57345 + tenant_id % 6000, 57345 + tenant_id / 6000 % 6000, 57345 + tenant_id / 36000000 % 6000, 57344, 57344) || label
) VIRTUAL;

CREATE VIRTUAL TABLE tenants_text USING fts5(text, content='', contentless_delete=1, detail=none, tokenize=trigram);
CREATE VIRTUAL TABLE custodians_text USING fts5(text, content='', contentless_delete=1, detail=none, tokenize=trigram);
CREATE VIRTUAL TABLE operator_tokens_text USING fts5(text, content='', contentless_delete=1, detail=none, tokenize=trigram);
-- Written by put-wallets.ts and items/wallets.ts: a trigger would write the index out after every single wallet.
CREATE VIRTUAL TABLE wallets_text USING fts5(text, content='', contentless_delete=1, detail=none, tokenize=trigram);
INSERT INTO tenants_text (rowid, text) SELECT tenant_id, found_by FROM tenants;
INSERT INTO custodians_text (rowid, text) SELECT custodian_id, found_by FROM custodians;
INSERT INTO operator_tokens_text (rowid, text) SELECT token_id, found_by FROM operator_tokens;
INSERT INTO wallets_text (rowid, text) SELECT wallet_id, found_by FROM wallets WHERE label IS NOT NULL;

CREATE TRIGGER tenant_text_added AFTER INSERT ON tenants BEGIN
  INSERT INTO tenants_text (rowid, text) VALUES (new.tenant_id, new.found_by);
END;
CREATE TRIGGER tenant_text_changed AFTER UPDATE OF name ON tenants WHEN old.found_by IS NOT new.found_by BEGIN
  INSERT OR REPLACE INTO tenants_text (rowid, text) VALUES (new.tenant_id, new.found_by);
END;
CREATE TRIGGER tenant_text_removed AFTER DELETE ON tenants BEGIN
  DELETE FROM tenants_text WHERE rowid = old.tenant_id;
END;
CREATE TRIGGER custodian_text_added AFTER INSERT ON custodians BEGIN
  INSERT INTO custodians_text (rowid, text) VALUES (new.custodian_id, new.found_by);
END;
CREATE TRIGGER custodian_text_changed AFTER UPDATE OF name, tenant_id ON custodians WHEN old.found_by IS NOT new.found_by BEGIN
  INSERT OR REPLACE INTO custodians_text (rowid, text) VALUES (new.custodian_id, new.found_by);
END;
CREATE TRIGGER custodian_text_removed AFTER DELETE ON custodians BEGIN
  DELETE FROM custodians_text WHERE rowid = old.custodian_id;
END;
CREATE TRIGGER operator_token_text_added AFTER INSERT ON operator_tokens BEGIN
  INSERT INTO operator_tokens_text (rowid, text) VALUES (new.token_id, new.found_by);
END;
CREATE TRIGGER operator_token_text_removed AFTER DELETE ON operator_tokens BEGIN
  DELETE FROM operator_tokens_text WHERE rowid = old.token_id;
END;

-- The request that led to a record. It stands among the details, which the hash covers, so the chain is as it was.
ALTER TABLE audit ADD COLUMN request_id TEXT
  AS (CASE WHEN json_valid(details) THEN details ->> '$.requestId' END) VIRTUAL;
CREATE INDEX audit_of_request ON audit (request_id, sequence) WHERE request_id IS NOT NULL;

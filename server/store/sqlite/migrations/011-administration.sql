-- Each change of what administrators change raises its version.
ALTER TABLE tenants ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE custodians ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE networks ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tokens ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE reserve_accounts ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE wallets ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

-- Since when (epoch milliseconds); null while it is not disabled.
ALTER TABLE tenants ADD COLUMN disabled_at INTEGER;
ALTER TABLE custodians ADD COLUMN disabled_at INTEGER;

-- IDs of what was deleted are not used again: records of the audit name them. The kind is the name of its table.
CREATE TABLE deleted_ids (
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- A server keeps tokens that it looked up; those of a disabled tenant are refused.
CREATE TRIGGER tenant_disabled AFTER UPDATE OF disabled_at ON tenants BEGIN
  UPDATE installation SET tokens_version = tokens_version + 1;
END;

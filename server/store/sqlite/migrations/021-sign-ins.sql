-- Whose token it is, and how it came about where no administrator created it.
ALTER TABLE operator_tokens ADD COLUMN owner TEXT;
ALTER TABLE operator_tokens ADD COLUMN origin TEXT;
-- Sign-ins that a client began, by the SHA-256 of their state, until they are redeemed or expire.
CREATE TABLE sign_ins (
  sign_in_id BLOB PRIMARY KEY,
  challenge BLOB NOT NULL,
  expires_at INTEGER NOT NULL,
  outcome TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_ins_by_age ON sign_ins (expires_at);

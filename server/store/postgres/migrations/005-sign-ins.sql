-- Whose token it is, and how it came about where no administrator created it.
ALTER TABLE operator_tokens ADD COLUMN owner text, ADD COLUMN origin text;
-- Sign-ins that a client began, by the SHA-256 of their state, until they are redeemed or expire.
CREATE TABLE sign_ins (
  sign_in_id bytea PRIMARY KEY,
  challenge bytea NOT NULL,
  expires_at bigint NOT NULL,
  outcome text
);
CREATE INDEX sign_ins_by_age ON sign_ins (expires_at);

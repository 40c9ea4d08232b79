-- The session at the identity provider (`sid`) that a session came from.
ALTER TABLE operator_tokens ADD COLUMN provider_session TEXT;
CREATE INDEX sessions_of_provider ON operator_tokens (provider_session) WHERE provider_session IS NOT NULL;
CREATE INDEX sessions_of_owner ON operator_tokens (owner) WHERE origin = 'sign-in';
CREATE INDEX sessions_by_end ON operator_tokens (coalesce(revoked_at, expires_at)) WHERE origin = 'sign-in';
-- Whose rows a session that is removed would leave without their token.
CREATE INDEX rotations_of_token ON rotations (token_id) WHERE token_id IS NOT NULL;
-- Logouts that the identity provider reported, by the SHA-256 of their ID: of one session there, or of all of a subject.
CREATE TABLE provider_logouts (
  logout_id BLOB PRIMARY KEY,
  subject TEXT,
  provider_session TEXT,
  at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX provider_logouts_by_age ON provider_logouts (expires_at);

-- The session at the identity provider (`sid`) that a session came from.
ALTER TABLE operator_tokens ADD COLUMN provider_session text;
-- Logouts that the identity provider reported, by the SHA-256 of their ID: of one session there, or of all of a subject.
CREATE TABLE provider_logouts (
  logout_id bytea PRIMARY KEY,
  subject text,
  provider_session text,
  at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX provider_logouts_by_age ON provider_logouts (expires_at);

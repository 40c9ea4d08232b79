-- Not in a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS sessions_of_provider ON operator_tokens (provider_session)
  WHERE provider_session IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS sessions_of_owner ON operator_tokens (owner) WHERE origin = 'sign-in';
CREATE INDEX CONCURRENTLY IF NOT EXISTS sessions_by_end ON operator_tokens (coalesce(revoked_at, expires_at))
  WHERE origin = 'sign-in';
CREATE INDEX CONCURRENTLY IF NOT EXISTS rotations_of_token ON rotations (token_id) WHERE token_id IS NOT NULL;

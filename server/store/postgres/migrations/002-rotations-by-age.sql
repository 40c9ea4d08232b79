-- Not in a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS rotations_by_end ON rotations (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS rotations_by_retried ON rotations (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS rotations_that_stored ON rotations (custodian_id, rotation_id)
  WHERE outcome = 'stored';

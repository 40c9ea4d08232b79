-- The rotation that this one retries: the one before it under the same Idempotency-Key.
ALTER TABLE rotations ADD COLUMN retry_of TEXT REFERENCES rotations;
-- Only final outcomes are kept; those of transient failures let the next request run.
UPDATE kept_answers SET answer = NULL
WHERE rotation_id IN (SELECT rotation_id FROM rotations WHERE outcome IN ('failed', 'voided'));

-- Who began a rotation under which Idempotency-Key, so that it is found again after an answer that was lost.
ALTER TABLE rotations ADD COLUMN token_id INTEGER REFERENCES operator_tokens;
ALTER TABLE rotations ADD COLUMN idempotency_key TEXT;

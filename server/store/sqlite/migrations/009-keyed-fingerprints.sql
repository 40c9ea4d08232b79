-- The key-encryption key that a fingerprint was computed under; 'salt' are those of before, under the salt of this database.
ALTER TABLE kept_answers ADD COLUMN fingerprint_key TEXT NOT NULL DEFAULT 'salt';
CREATE INDEX kept_answers_by_age ON kept_answers (kept_at);

-- Attempts count for the token that made them too. They are forgotten after an hour, and those of before cannot be matched.
-- refused: 0 while open, 1 when the provider refused the key, 2 when a local rule did.
DELETE FROM attempts WHERE refused;
ALTER TABLE attempts ADD COLUMN token_id INTEGER REFERENCES operator_tokens;
CREATE INDEX attempts_of_token ON attempts (token_id, at);

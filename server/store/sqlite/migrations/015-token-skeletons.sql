-- What a token's name looks like, so that a name is compared with those that look the same alone. Null where it was
-- stored before this step; the next token that is created fills it in.
ALTER TABLE operator_tokens ADD COLUMN skeleton TEXT;
CREATE INDEX operator_tokens_by_skeleton ON operator_tokens (skeleton) WHERE revoked_at IS NULL;

-- The operator token that acted. It stands among the details, which the hash covers, so the chain is as it was.
ALTER TABLE audit ADD COLUMN actor_token_id INTEGER
  AS (CASE WHEN json_valid(details) THEN CAST(details ->> '$.actorTokenId' AS INTEGER) END) VIRTUAL;
CREATE INDEX audit_of_token ON audit (actor_token_id, sequence) WHERE actor_token_id IS NOT NULL;

-- Each change of an operator token raises its version.
ALTER TABLE operator_tokens ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

-- When a token was last used (epoch milliseconds), and from where. Apart from the tokens, whose every write makes servers
-- look them up again.
CREATE TABLE token_uses (
  token_id INTEGER PRIMARY KEY,
  used_at INTEGER NOT NULL,
  address TEXT NOT NULL
) STRICT;

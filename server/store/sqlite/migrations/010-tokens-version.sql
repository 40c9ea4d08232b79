-- Moves with every write of operator tokens, whichever process makes it, so that a server may keep those it looked up.
ALTER TABLE installation ADD COLUMN tokens_version INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER operator_token_added AFTER INSERT ON operator_tokens BEGIN
  UPDATE installation SET tokens_version = tokens_version + 1;
END;
CREATE TRIGGER operator_token_changed AFTER UPDATE ON operator_tokens BEGIN
  UPDATE installation SET tokens_version = tokens_version + 1;
END;
CREATE TRIGGER operator_token_removed AFTER DELETE ON operator_tokens BEGIN
  UPDATE installation SET tokens_version = tokens_version + 1;
END;

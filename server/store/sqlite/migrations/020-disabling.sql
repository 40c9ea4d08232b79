-- Since when (epoch milliseconds); null while it is not disabled.
ALTER TABLE networks ADD COLUMN disabled_at INTEGER;
ALTER TABLE tokens ADD COLUMN disabled_at INTEGER;
ALTER TABLE reserve_accounts ADD COLUMN disabled_at INTEGER;
ALTER TABLE operator_tokens ADD COLUMN disabled_at INTEGER;

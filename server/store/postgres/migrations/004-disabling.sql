-- Since when (epoch milliseconds); null while it is not disabled.
ALTER TABLE networks ADD COLUMN disabled_at bigint;
ALTER TABLE tokens ADD COLUMN disabled_at bigint;
ALTER TABLE reserve_accounts ADD COLUMN disabled_at bigint;
ALTER TABLE operator_tokens ADD COLUMN disabled_at bigint;

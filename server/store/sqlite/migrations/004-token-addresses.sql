-- Address ranges that a token may be used from, as a JSON array of CIDR texts; null means anywhere.
ALTER TABLE operator_tokens ADD COLUMN allowed_from TEXT;

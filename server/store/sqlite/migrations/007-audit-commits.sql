-- Where the commit began that appended a record, on the last record of a commit with several; null where it is alone.
ALTER TABLE audit ADD COLUMN commit_start INTEGER;

-- When writing was last tested; the only column that a readiness probe writes.
ALTER TABLE installation ADD COLUMN write_tested_at INTEGER;

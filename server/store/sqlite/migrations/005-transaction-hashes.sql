-- Where a transaction stands on its chain. Hashes in hexadecimal are kept as bytes, others as their text.
ALTER TABLE reserve_transactions ADD COLUMN transaction_hash ANY;

-- The block at each position of a source, kept once for all its transactions.
CREATE TABLE blocks (
  source_id INTEGER NOT NULL REFERENCES transaction_sources,
  position INTEGER NOT NULL,
  hash ANY NOT NULL,
  PRIMARY KEY (source_id, position)
) STRICT, WITHOUT ROWID;

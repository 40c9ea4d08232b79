-- The key-encryption keys that servers use; the active one seals. fingerprint_root: random bytes wrapped by a key whose own
-- bytes are not here. held_at: when the server found that it can use a key that is to become active.
CREATE TABLE keys (
  key_id TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('next', 'active', 'retired')),
  fingerprint_root BLOB,
  held_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_active_key ON keys (state) WHERE state = 'active';
CREATE UNIQUE INDEX one_next_key ON keys (state) WHERE state = 'next';

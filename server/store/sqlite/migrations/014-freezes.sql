-- What refuses every change now: of one tenant, or of everything (tenant 0). Times in epoch milliseconds.
CREATE TABLE freezes (
  tenant_id INTEGER PRIMARY KEY,
  frozen_at INTEGER NOT NULL,
  frozen_by TEXT NOT NULL,
  reason TEXT NOT NULL
) STRICT;

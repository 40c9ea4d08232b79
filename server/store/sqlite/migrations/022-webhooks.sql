-- Endpoints that events are sent to. Secrets are JSON with their sealed bytes in base64; lists are JSON, too.
CREATE TABLE webhooks (
  webhook_id INTEGER PRIMARY KEY CHECK (webhook_id > 0),
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  event_types TEXT NOT NULL,
  -- NULL is every tenant, and what belongs to none.
  tenant_ids TEXT,
  secret TEXT NOT NULL,
  -- Signs too, until that moment.
  previous_secret TEXT,
  previous_secret_until INTEGER,
  failing_since INTEGER,
  disabled_at INTEGER,
  disabled_reason TEXT,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

-- The outbox: written in the commit of what an event reports, if a webhook wants it. The payload is sent as it stands here.
CREATE TABLE events (
  event_id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  payload TEXT NOT NULL,
  -- What is reported no more than once, although it is found again and again.
  subject TEXT UNIQUE
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_age ON events (at);

CREATE TABLE deliveries (
  event_id TEXT NOT NULL REFERENCES events ON DELETE CASCADE,
  webhook_id INTEGER NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  due_at INTEGER NOT NULL,
  attempts TEXT NOT NULL DEFAULT '[]',
  leased_by TEXT,
  leased_until INTEGER,
  PRIMARY KEY (webhook_id, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at) WHERE state = 'pending';
CREATE INDEX deliveries_of_event ON deliveries (event_id);

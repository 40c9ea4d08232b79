-- Endpoints that events are sent to. Secrets are JSON with their sealed bytes in base64; lists are JSON, too.
CREATE TABLE webhooks (
  webhook_id bigint PRIMARY KEY CHECK (webhook_id > 0),
  name text NOT NULL,
  url text NOT NULL,
  event_types text NOT NULL,
  -- NULL is every tenant, and what belongs to none.
  tenant_ids text,
  secret text NOT NULL,
  -- Signs too, until that moment.
  previous_secret text,
  previous_secret_until bigint,
  failing_since bigint,
  disabled_at bigint,
  disabled_reason text,
  version bigint NOT NULL DEFAULT 1
);

-- The outbox: written in the commit of what an event reports, if a webhook wants it. The payload is sent as it stands here.
CREATE TABLE events (
  event_id text COLLATE "C" PRIMARY KEY,
  type text NOT NULL,
  at bigint NOT NULL,
  payload text NOT NULL,
  -- What is reported no more than once, although it is found again and again.
  subject text UNIQUE
);
CREATE INDEX events_by_age ON events (at);

CREATE TABLE deliveries (
  event_id text COLLATE "C" NOT NULL REFERENCES events ON DELETE CASCADE,
  webhook_id bigint NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  due_at bigint NOT NULL,
  attempts text NOT NULL DEFAULT '[]',
  leased_by text,
  leased_until bigint,
  PRIMARY KEY (webhook_id, event_id)
);
CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at) WHERE state = 'pending';
CREATE INDEX deliveries_of_event ON deliveries (event_id);

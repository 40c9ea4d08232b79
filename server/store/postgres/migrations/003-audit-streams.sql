-- How far the audit was sent to each destination, by its URL.
CREATE TABLE audit_streams (
  destination text PRIMARY KEY,
  sent_to bigint NOT NULL
);

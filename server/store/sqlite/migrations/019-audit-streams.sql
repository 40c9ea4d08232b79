-- How far the audit was sent to each destination, by its URL.
CREATE TABLE audit_streams (
  destination TEXT PRIMARY KEY,
  sent_to INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which key that is to become active each server can use.
CREATE TABLE key_holders (
  server_id text PRIMARY KEY REFERENCES servers ON DELETE CASCADE,
  key_id text NOT NULL
);

-- Which API key it is, without being secret: its last characters and a keyed fingerprint, or the fingerprint alone. Null
-- where it was stored before this step; the next check of the active credentials fills it in.
ALTER TABLE credentials ADD COLUMN api_key_id TEXT;
ALTER TABLE rotations ADD COLUMN api_key_id TEXT;
ALTER TABLE rotations ADD COLUMN previous_api_key_id TEXT;
-- When the provider last accepted or rejected the active credentials.
ALTER TABLE custodians ADD COLUMN last_checked_at INTEGER;

-- Each filter of the audit walks an index from the newest record on. What follows the sequence is only there to be compared
-- without reading the record.
CREATE INDEX audit_of_actor ON audit (actor, sequence, kind);
CREATE INDEX audit_of_rotation ON audit (rotation_id, sequence) WHERE rotation_id IS NOT NULL;
CREATE INDEX audit_of_outcome ON audit (
  CASE WHEN json_valid(details) THEN coalesce(details ->> '$.outcome', details ->> '$.verdict') END, sequence, actor
) WHERE rotation_id IS NOT NULL;
CREATE INDEX audit_by_time ON audit (at);

-- The longest step back in time (milliseconds) from any record to a later one: how far from the order of records that of
-- their times can be. Kept in the transaction that appends a record.
ALTER TABLE installation ADD COLUMN audit_disorder INTEGER NOT NULL DEFAULT 0;
UPDATE installation SET audit_disorder = (
  SELECT ifnull(max(latest - at), 0) FROM (SELECT at, max(at) OVER (ORDER BY sequence) AS latest FROM audit)
);

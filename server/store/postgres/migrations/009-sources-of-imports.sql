-- Needs servers that know step 1.
-- Comparing each row of an import with its source takes longer than storing it (decision 0109). A source is found or added
-- in the transaction that stores its rows, and servers may not remove one; "doctor" looks for rows without one.
ALTER TABLE reserve_transactions DROP CONSTRAINT reserve_transactions_source_id_fkey;
ALTER TABLE blocks DROP CONSTRAINT blocks_source_id_fkey;

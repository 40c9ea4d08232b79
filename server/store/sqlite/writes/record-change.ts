import { type ChangedObject, changeRecord, type Row } from '../../changed-values.ts'
import type { By } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { appendAudit } from './append-audit.ts'

/** Tells the audit what became of one object, in the transaction of the change. */
export const recordChange =
  (db: Connection, by: By, object: ChangedObject) =>
  (before: Row, after: Row): void =>
    appendAudit(db, changeRecord(by, object, { before, after }))

import type { By } from '../../by.ts'
import { type ChangedObject, changeRecord, type Row } from '../../changed-values.ts'
import type { Connection } from '../connection.ts'
import { appendAudit } from './append-audit.ts'

/** Records the outcome for one object in the audit log, in the transaction of the change. */
export const recordChange =
  (db: Connection, by: By, object: ChangedObject) =>
  (before: Row, after: Row): void =>
    appendAudit(db, changeRecord(by, object, { before, after }))

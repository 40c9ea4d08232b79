/**
 * A write that did not happen (`rolled-back`, `busy`) or may have (`commit-failed`).
 * `cause` is SQLite's code, such as `SQLITE_FULL`.
 */
export class StoreError extends Error {
  readonly outcome: 'rolled-back' | 'commit-failed' | 'busy' | 'closed'
  readonly sqliteCode: string

  constructor(outcome: StoreError['outcome'], sqliteCode: string, message: string) {
    super(message)
    this.outcome = outcome
    this.sqliteCode = sqliteCode
  }
}

import type { SqlQuery } from './connection.ts'

const lock = (name: 'changes' | 'restrictions', mode: string) => `SELECT FROM locks WHERE name = '${name}' FOR ${mode}`

/** Keeps imports and changes of administrators in a row. */
export async function lockChanges(query: SqlQuery): Promise<void> {
  await query(lock('changes', 'NO KEY UPDATE'))
}

/** The same for what decides whether others may change something: no rotation or check goes on until this one is stored. */
export async function lockRestrictions(query: SqlQuery): Promise<void> {
  await lockChanges(query)
  await query(lock('restrictions', 'NO KEY UPDATE'))
}

/** Nothing that may refuse this write changes until it is stored. */
export async function shareRestrictions(query: SqlQuery): Promise<void> {
  await query(lock('restrictions', 'SHARE'))
}

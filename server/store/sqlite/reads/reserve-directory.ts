import { type DirectoryRows, directorySql, toDirectory } from '../../rows/reserves.ts'
import type { ReserveDirectory } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

export function reserveDirectory(db: Connection): ReserveDirectory {
  const rowsOf = <Kind extends keyof DirectoryRows>(kind: Kind) =>
    prepared<DirectoryRows[Kind][number]>(db, directorySql[kind]).all() as DirectoryRows[Kind]
  return toDirectory({ networks: rowsOf('networks'), tokens: rowsOf('tokens'), accounts: rowsOf('accounts') })
}

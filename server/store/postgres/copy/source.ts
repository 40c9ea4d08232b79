import { DataFolderError } from '../../../platform/data-folder-error.ts'
import type { CopiedTable, CopySource } from '../../copied-tables.ts'
import { type DatabasePlace, nameOfDatabase } from '../../database-place.ts'
import { toId } from '../../integers.ts'
import { only } from '../connection.ts'
import { appliedSchema } from '../migrate.ts'
import { openCopySession } from './session.ts'

/** Reads a database for a copy, which is written to by no one meanwhile. */
export async function openPostgresSource(
  place: DatabasePlace,
): Promise<{ readonly source: CopySource; readonly tables: readonly CopiedTable[] }> {
  const session = await openCopySession(place, 'SHARE')
  const { query } = session.connection
  const { applied, known } = await appliedSchema(query)
  if (applied !== known) {
    await session[Symbol.asyncDispose]()
    throw outdated(applied, known)
  }
  const source: CopySource = {
    name: nameOfDatabase(place),
    count: async ({ name }) => Number(only(await query<{ rows: bigint }>(`SELECT count(*) AS rows FROM ${name}`)).rows),
    rows: session.rows,
    async head() {
      const { sequence, hash } = only(
        await query<{ sequence: bigint; hash: string }>('SELECT sequence, hash FROM audit_head'),
      )
      return sequence === 0n ? null : { sequence: toId(sequence), hash }
    },
    salt: async () => only(await query<{ salt: Uint8Array }>('SELECT salt FROM installation')).salt,
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  }
  return { source, tables: session.tables }
}

const outdated = (applied: number, known: number) =>
  new DataFolderError(
    `its schema is ${applied}, and this version copies schema ${known}`,
    'Run "strongroom store migrate" on it first.',
    'database',
  )

import type { Inspection } from '../../inspection.ts'
import type { SqlQuery } from '../connection.ts'

const mostLines = 20

/** Checksums are checked as pages are read; where they are off, the server counts nothing. */
const faultsSql = `
  SELECT 'index ' || indexrelid::regclass || ' is not valid' AS line FROM pg_index WHERE NOT indisvalid
  UNION ALL SELECT 'constraint ' || conname || ' of ' || conrelid::regclass || ' is not validated'
    FROM pg_constraint WHERE NOT convalidated
  UNION ALL SELECT checksum_failures || ' pages of the database have a wrong checksum'
    FROM pg_stat_database WHERE datname = current_database() AND checksum_failures > 0
  LIMIT $limit`

async function structuralFaults(query: SqlQuery): Promise<readonly string[]> {
  const rows = await query<{ line: string }>(faultsSql, { limit: mostLines })
  return rows.map(({ line }) => line)
}

type Reference = { readonly child: string; readonly parent: string; readonly col: string; readonly parent_col: string }

const referencesSql = `
  SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent,
    quote_ident(c.attname) AS col, quote_ident(p.attname) AS parent_col
  FROM pg_constraint
    JOIN pg_attribute c ON c.attrelid = conrelid AND c.attnum = conkey[1]
    JOIN pg_attribute p ON p.attrelid = confrelid AND p.attnum = confkey[1]
  WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 3`

/** Those that no constraint keeps whole, since imports would wait for it longer than for all else (decision 0109). */
const unconstrained: readonly Reference[] = ['reserve_transactions', 'blocks'].map((child) => ({
  child,
  parent: 'transaction_sources',
  col: 'source_id',
  parent_col: 'source_id',
}))

/** The database keeps all others whole, but for what a superuser does without its triggers. */
async function danglingReferences(query: SqlQuery): Promise<readonly string[]> {
  const lines: string[] = []
  const constrained = await query<Reference>(referencesSql)
  for (const { child, parent, col, parent_col } of [...constrained, ...unconstrained]) {
    const sql = `SELECT count(*) AS rows FROM ${child} c WHERE c.${col} IS NOT NULL
      AND NOT EXISTS (SELECT FROM ${parent} p WHERE p.${parent_col} = c.${col})`
    const [{ rows } = { rows: 0n }] = await query<{ rows: bigint }>(sql)
    if (rows > 0n) lines.push(`${rows} rows of ${child} refer to rows of ${parent} that do not exist`)
  }
  return lines.slice(0, mostLines)
}

export const structureInspection = (query: SqlQuery): Pick<Inspection, 'structuralFaults' | 'danglingReferences'> => ({
  structuralFaults: () => structuralFaults(query),
  danglingReferences: () => danglingReferences(query),
})

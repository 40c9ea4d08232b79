import type { Row } from '../changed-values.ts'
import { labelOfMetadata } from '../rows/wallets.ts'

const lowerOf = (text: Row[string] | undefined) => `${text}`.toLowerCase()

function labelOrNull(metadataJson: string): string | null {
  try {
    return labelOfMetadata(metadataJson)
  } catch {
    return null
  }
}

/** What the search walks, by the table of the row; in lower case by the rules of JavaScript, since those of databases differ. */
const derived: Readonly<Record<string, (row: Row) => Row>> = {
  tenants: ({ name }) => ({ found_by: lowerOf(name) }),
  custodians: ({ name }) => ({ found_by: lowerOf(name) }),
  wallets: ({ metadata_json, address }) => {
    const label = labelOrNull(metadata_json as string)
    return { label, found_by: label?.toLowerCase() ?? null, found_at: lowerOf(address) }
  },
}

/** The columns of a row that are made of others. */
export const derivedColumns = (table: string, row: Row): Row => derived[table]?.(row) ?? {}

/** A row with the columns that are made of others. */
export const withDerived = (table: string, row: Row): Row => ({ ...row, ...derivedColumns(table, row) })

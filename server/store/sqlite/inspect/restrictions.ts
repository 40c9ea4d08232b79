import { existsSync } from 'node:fs'
import type { Freeze } from '../../../../shared/freezes.ts'
import type { DisabledItem, Restrictions } from '../../inspection.ts'
import { toId } from '../../integers.ts'
import { itemShapes } from '../../item-shapes.ts'
import type { ItemKind } from '../../items.ts'
import { type FreezeRow, toFreeze } from '../../rows/freezes.ts'
import type { Connection } from '../connection.ts'
import { databaseIn } from '../files.ts'
import { versionOf } from '../migrate.ts'
import { openToRead } from './token-register.ts'

/**
 * Reads what is frozen and disabled in a folder that is no longer served: of any schema, and from a damaged database as
 * much as can be read. Never throws.
 */
export function readRestrictions(dataDir: string): Restrictions {
  const freezes: Freeze[] = []
  const disabled: DisabledItem[] = []
  try {
    if (!existsSync(databaseIn(dataDir))) return { freezes, disabled, fault: 'there is no strongroom.db in it' }
    using opened = openToRead(dataDir)
    readFreezes(freezes, opened.db)
    readDisabled(disabled, opened.db)
    return { freezes, disabled, fault: null }
  } catch (error) {
    return { freezes, disabled, fault: error instanceof Error ? error.message : String(error) }
  }
}

/** The step of the schema that brought freezes. */
const withFreezes = 14

function readFreezes(freezes: Freeze[], db: Connection): void {
  if (versionOf(db) < withFreezes) return
  for (const row of db.prepare<[], FreezeRow>('SELECT * FROM freezes ORDER BY tenant_id').iterate()) {
    if (!isKnownForm(row)) throw new Error('its freezes are stored in an unknown form')
    freezes.push(toFreeze(row))
  }
}

const isKnownForm = ({ tenant_id, frozen_at, frozen_by, reason }: FreezeRow): boolean =>
  typeof tenant_id === 'bigint' &&
  typeof frozen_at === 'bigint' &&
  typeof frozen_by === 'string' &&
  typeof reason === 'string'

type Place = {
  readonly kind: DisabledItem['kind']
  readonly table: string
  readonly key: string
  /** The step of the schema that brought the table. */
  readonly since: number
}

const kinds = {
  tenant: 1,
  custodian: 1,
  network: 1,
  'chain-token': 1,
  'reserve-account': 1,
  webhook: 22,
} as const satisfies Record<Exclude<ItemKind, 'wallet'>, number>

const places: readonly Place[] = [
  ...(Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => {
    const { table, key } = itemShapes[kind]
    return { kind, table, key, since: kinds[kind] }
  }),
  { kind: 'operator-token', table: 'operator_tokens', key: 'token_id', since: 1 },
]

/** Rows of earlier versions have no such column. */
type SwitchedRow = { readonly disabled_at?: bigint | null } & Readonly<Record<string, unknown>>

function readDisabled(disabled: DisabledItem[], db: Connection): void {
  const version = versionOf(db)
  for (const { kind, table, key } of places.filter(({ since }) => since <= version)) {
    for (const row of db.prepare<[], SwitchedRow>(`SELECT * FROM ${table} ORDER BY ${key}`).iterate()) {
      if ((row.disabled_at ?? null) !== null) disabled.push({ kind, id: toId(row[key] as bigint) })
    }
  }
}

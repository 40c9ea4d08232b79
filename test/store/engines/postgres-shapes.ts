import { shapes as sqliteShapes } from './sqlite-shapes.ts'

/** Written from the schema alone (`server/store/postgres/migrations`), which has most names of SQLite's. */
export const shapes = {
  ...sqliteShapes,
  idempotencyRecords: { ...sqliteShapes.idempotencyRecords, table: 'idempotency_records' },
  transactions: {
    ...sqliteShapes.transactions,
    members: {
      ...sqliteShapes.transactions.members,
      transactionHash: ['transaction_hash', 'text'],
      blockHash: [sqliteShapes.transactions.members.blockHash[0], 'text'],
    },
  },
} as const satisfies Record<keyof typeof sqliteShapes, unknown>

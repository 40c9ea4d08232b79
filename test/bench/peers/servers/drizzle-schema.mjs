import { relations } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const apiTokens = sqliteTable('api_tokens', {
  id: integer().primaryKey(),
  hash: text().notNull().unique(),
  expiresAt: integer('expires_at').notNull(),
})

export const networks = sqliteTable('networks', {
  id: integer().primaryKey(),
  name: text().notNull(),
  icon: text().notNull(),
})

export const custodians = sqliteTable('custodians', {
  id: integer().primaryKey(),
  tenantId: integer('tenant_id').notNull(),
  name: text().notNull(),
  provider: text().notNull(),
})

export const wallets = sqliteTable(
  'wallets',
  {
    id: integer().primaryKey(),
    tenantId: integer('tenant_id').notNull(),
    custodianId: integer('custodian_id').notNull(),
    networkId: integer('network_id').notNull(),
    address: text().notNull(),
    metadataJson: text('metadata_json').notNull(),
    isVisible: integer('is_visible', { mode: 'boolean' }).notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull(),
    isTreasuryEnabled: integer('is_treasury_enabled', { mode: 'boolean' }).notNull(),
    isGasStationEnabled: integer('is_gas_station_enabled', { mode: 'boolean' }).notNull(),
  },
  (table) => [index('wallets_of_custodian').on(table.custodianId)],
)

export const tokens = sqliteTable('tokens', {
  id: integer().primaryKey(),
  symbol: text().notNull(),
  networkId: integer('network_id').notNull(),
})

export const reserveTotals = sqliteTable('reserve_totals', {
  tokenId: integer('token_id').primaryKey(),
  amount: real().notNull(),
  transactionCount: integer('transaction_count').notNull(),
  lastAt: integer('last_at').notNull(),
})

export const custodianRelations = relations(custodians, ({ many }) => ({ wallets: many(wallets) }))
export const walletRelations = relations(wallets, ({ one }) => ({
  custodian: one(custodians, { fields: [wallets.custodianId], references: [custodians.id] }),
  network: one(networks, { fields: [wallets.networkId], references: [networks.id] }),
}))

import { and, asc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import * as schema from './drizzle-schema.mjs'
import { serveExpress } from './express-app.mjs'

const { apiTokens, custodians, networks, reserveTotals, tokens, wallets } = schema
const db = drizzle(process.argv[2], { schema })

async function findListing(tenantId, custodianId) {
  const custodian = await db.query.custodians.findFirst({
    where: and(eq(custodians.id, custodianId), eq(custodians.tenantId, tenantId)),
    with: { wallets: { where: eq(wallets.isActive, true), orderBy: asc(wallets.id), with: { network: true } } },
  })
  return (
    custodian && {
      custodianId: custodian.id,
      custodianName: custodian.name,
      custodianProvider: custodian.provider,
      wallets: custodian.wallets.map((wallet) => ({
        walletTenantId: wallet.tenantId,
        walletId: wallet.id,
        metadataJson: wallet.metadataJson,
        blockchainId: wallet.networkId,
        network: wallet.network.name,
        networkIcon: wallet.network.icon,
        address: wallet.address,
        isVisible: wallet.isVisible,
        isActive: wallet.isActive,
        isTreasuryEnabled: wallet.isTreasuryEnabled,
        isGasStationEnabled: wallet.isGasStationEnabled,
      })),
    }
  )
}

async function findReserves() {
  const rows = await db
    .select({
      tokenSymbol: tokens.symbol,
      reserveAmount: reserveTotals.amount,
      transactionCount: reserveTotals.transactionCount,
      lastAt: reserveTotals.lastAt,
      blockchain: networks.name,
    })
    .from(tokens)
    .innerJoin(reserveTotals, eq(reserveTotals.tokenId, tokens.id))
    .innerJoin(networks, eq(networks.id, tokens.networkId))
    .orderBy(asc(tokens.symbol), asc(networks.name))
  return rows.map(({ tokenSymbol, reserveAmount, transactionCount, lastAt, blockchain }) => ({
    tokenSymbol,
    reserveAmount,
    transactionCount,
    lastTransactionDate: new Date(lastAt).toISOString(),
    blockchain,
  }))
}

const findToken = (hash) => db.query.apiTokens.findFirst({ where: eq(apiTokens.hash, hash) })

serveExpress({ findToken, findListing, findReserves })

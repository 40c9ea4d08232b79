import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { serveExpress } from './express-app.mjs'
import { PrismaClient } from './out/prisma/index.js'

const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: `file:${process.argv[2]}` }) })

async function findListing(tenantId, custodianId) {
  const custodian = await prisma.custodian.findFirst({
    where: { id: custodianId, tenantId },
    include: { wallets: { where: { isActive: true }, orderBy: { id: 'asc' }, include: { network: true } } },
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
  const tokens = await prisma.token.findMany({
    include: { total: true, network: true },
    orderBy: [{ symbol: 'asc' }, { network: { name: 'asc' } }],
  })
  return tokens.map(({ symbol, network, total }) => ({
    tokenSymbol: symbol,
    reserveAmount: total.amount,
    transactionCount: total.transactionCount,
    lastTransactionDate: new Date(Number(total.lastAt)).toISOString(),
    blockchain: network.name,
  }))
}

serveExpress({ findToken: (hash) => prisma.apiToken.findUnique({ where: { hash } }), findListing, findReserves })

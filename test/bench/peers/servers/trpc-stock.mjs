import { initTRPC, TRPCError } from '@trpc/server'
import { createHTTPServer } from '@trpc/server/adapters/standalone'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { announce, hashOf } from './answers.mjs'

const db = new Database(process.argv[2], { readonly: true })
const token = db.prepare('SELECT expires_at FROM api_tokens WHERE hash = ?')
const custodian = db.prepare('SELECT id, name, provider FROM custodians WHERE id = ? AND tenant_id = ?')
const wallets = db.prepare(`
  SELECT w.*, n.name AS network, n.icon FROM wallets w JOIN networks n ON n.id = w.network_id
  WHERE w.custodian_id = ? AND w.is_active = 1 ORDER BY w.id`)
const reserves = db.prepare(`
  SELECT t.symbol, r.amount, r.transaction_count, r.last_at, n.name AS blockchain
  FROM reserve_totals r JOIN tokens t ON t.id = r.token_id JOIN networks n ON n.id = t.network_id
  ORDER BY t.symbol, n.name`)

const t = initTRPC.context().create()

const authorized = t.procedure.use(({ ctx, next }) => {
  const found = token.get(ctx.hash)
  if (!found || found.expires_at <= Date.now()) throw new TRPCError({ code: 'UNAUTHORIZED' })
  return next()
})

const ListWallets = z.object({ tenantId: z.string(), custodianId: z.string(), onlyActive: z.literal(true) })

const appRouter = t.router({
  custodians: t.router({
    wallets: authorized.input(ListWallets).query(({ input }) => {
      const found = custodian.get(Number(input.custodianId), Number(input.tenantId))
      if (!found) throw new TRPCError({ code: 'NOT_FOUND' })
      return {
        custodianId: `${found.id}`,
        custodianName: found.name,
        custodianProvider: found.provider,
        wallets: wallets.all(found.id).map((wallet) => ({
          walletTenantId: `${wallet.tenant_id}`,
          walletId: `${wallet.id}`,
          metadataJson: wallet.metadata_json,
          blockchainId: `${wallet.network_id}`,
          network: wallet.network,
          networkIcon: wallet.icon,
          address: wallet.address,
          isVisible: wallet.is_visible === 1,
          isActive: wallet.is_active === 1,
          isTreasuryEnabled: wallet.is_treasury_enabled === 1,
          isGasStationEnabled: wallet.is_gas_station_enabled === 1,
        })),
      }
    }),
  }),
  reports: t.router({
    reserves: authorized.query(() =>
      reserves.all().map((row) => ({
        tokenSymbol: row.symbol,
        reserveAmount: `${row.amount}`,
        transactionCount: row.transaction_count,
        lastTransactionDate: new Date(row.last_at).toISOString(),
        blockchain: row.blockchain,
      })),
    ),
  }),
})

const server = createHTTPServer({
  router: appRouter,
  basePath: '/trpc/',
  createContext: ({ req }) => ({ hash: hashOf(req.headers.authorization) }),
})
announce(server)
server.listen(0, '127.0.0.1')

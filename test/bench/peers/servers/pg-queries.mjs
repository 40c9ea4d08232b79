import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })

const walletsSql = `
  SELECT w.tenant_id, w.id, w.metadata_json, w.network_id, n.name AS network, n.icon, w.address,
    w.is_visible, w.is_active, w.is_treasury_enabled, w.is_gas_station_enabled
  FROM wallets w JOIN networks n ON n.id = w.network_id
  WHERE w.custodian_id = $1 AND w.is_active ORDER BY w.id`

const reservesSql = `
  SELECT t.symbol, r.amount, r.transaction_count, r.last_at, n.name AS blockchain
  FROM reserve_totals r JOIN tokens t ON t.id = r.token_id JOIN networks n ON n.id = t.network_id
  ORDER BY t.symbol COLLATE "C", n.name COLLATE "C"`

export async function findToken(hash) {
  const { rows } = await pool.query('SELECT expires_at AS "expiresAt" FROM api_tokens WHERE hash = $1', [hash])
  return rows[0]
}

export async function findListing(tenantId, custodianId) {
  const found = await pool.query('SELECT id, name, provider FROM custodians WHERE id = $1 AND tenant_id = $2', [
    custodianId,
    tenantId,
  ])
  const [custodian] = found.rows
  if (!custodian) return undefined
  const { rows } = await pool.query(walletsSql, [custodianId])
  return {
    custodianId: custodian.id,
    custodianName: custodian.name,
    custodianProvider: custodian.provider,
    wallets: rows.map((row) => ({
      walletTenantId: row.tenant_id,
      walletId: row.id,
      metadataJson: row.metadata_json,
      blockchainId: row.network_id,
      network: row.network,
      networkIcon: row.icon,
      address: row.address,
      isVisible: row.is_visible,
      isActive: row.is_active,
      isTreasuryEnabled: row.is_treasury_enabled,
      isGasStationEnabled: row.is_gas_station_enabled,
    })),
  }
}

export async function findReserves() {
  const { rows } = await pool.query(reservesSql)
  return rows.map((row) => ({
    tokenSymbol: row.symbol,
    reserveAmount: Number(row.amount),
    transactionCount: Number(row.transaction_count),
    lastTransactionDate: row.last_at.toISOString(),
    blockchain: row.blockchain,
  }))
}

/** The report as PostgREST would have PostgreSQL answer it: summed from the transactions, and written as JSON there. */
export async function sumReserves() {
  const { rows } = await pool.query(`
    SELECT '{"isSuccess":true,"isFailure":false,"error":null,"value":[' || string_agg(row_to_json(report)::text, ','
      ORDER BY report."tokenSymbol" COLLATE "C", report.blockchain COLLATE "C") || ']}' AS body
    FROM (
      SELECT t.symbol AS "tokenSymbol",
        trim_scale(sum(CASE WHEN x.to_account IS NOT NULL THEN x.amount ELSE 0 END
          - CASE WHEN x.from_account IS NOT NULL THEN x.amount ELSE 0 END)) AS "reserveAmount",
        count(*) AS "transactionCount",
        to_char(max(x.at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lastTransactionDate",
        n.name AS blockchain
      FROM reserve_transactions x JOIN tokens t ON t.id = x.token_id JOIN networks n ON n.id = t.network_id
      GROUP BY t.symbol, n.name) report`)
  return rows[0].body
}

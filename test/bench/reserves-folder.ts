import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import { createToken, fillReserves, makeFolder } from './fill.ts'

const cache = fileURLToPath(new URL('../../node_modules/.cache/strongroom-bench/', import.meta.url))

/**
 * A data folder with at least so many reserve transactions, and a token that may do everything. It is made once, since
 * ten million take a minute, and kept for later runs.
 */
export async function reservesFolder(
  transactions: number,
): Promise<{ readonly dataDir: string; readonly token: string }> {
  const dataDir = join(cache, `reserves-${transactions}`)
  if (!existsSync(dataDir)) await makeReservesFolder(dataDir, transactions)
  const store = openSqliteStore(dataDir)
  try {
    await store.revokeToken({ token: 'bench', actor: 'bench', at: Date.now() })
    return { dataDir, token: await createToken(store) }
  } finally {
    await store.close()
  }
}

/** Whole or not at all: a run that was stopped leaves a folder that the next one removes. */
async function makeReservesFolder(dataDir: string, transactions: number): Promise<void> {
  const unfinished = `${dataDir}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  await makeFolder(unfinished, (store) => fillReserves(store, transactions))
  renameSync(unfinished, dataDir)
}

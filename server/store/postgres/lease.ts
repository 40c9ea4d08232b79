import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from './connection.ts'

/** Milliseconds that a server counts as living after it last said so; it does so three times as often. */
const lasts = 9_000
/** How often each server looks for others that stopped, in milliseconds. */
const betweenLooks = 4_000

/** By the clock of the database, which all servers share. */
export const databaseTime = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

const beginSql = `
  INSERT INTO servers (server_id, name, alive_until) VALUES ($serverId, $name, ${databaseTime} + $lasts)
  ON CONFLICT (server_id) DO NOTHING`
const renewSql = `UPDATE servers SET alive_until = ${databaseTime} + $lasts WHERE server_id = $serverId RETURNING server_id`
const stoppedSql = `SELECT FROM servers WHERE alive_until < ${databaseTime} LIMIT 1`

/**
 * Says that this server lives, so that what it begins is its own. Its ID is a new one at each start: with the one of before,
 * it would keep alive what it left open when it was killed.
 */
export type Lease = {
  /** The ID under which rotations and checks may begin. */
  held(): Promise<string>
  /** The ID as it is now; of a server that has begun nothing, one that owns nothing. */
  current(): string
  end(): Promise<void>
}

export type LeaseOptions = {
  readonly database: Database
  /** Called when another server has stopped without ending what it had begun. */
  readonly onStopped: () => Promise<unknown>
}

export function holdLease({ database, onStopped }: LeaseOptions): Lease {
  let serverId = randomUUID()
  let holding: Promise<void> | null = null
  let renewing: NodeJS.Timeout | undefined

  // Each is one statement, which changes nothing more when it is run twice.
  const write = (sql: string) => database.read(sql, { serverId, lasts, name: `${hostname()}:${process.pid}` })
  const begin = async () => {
    await write(beginSql)
    renewing = setInterval(renew, lasts / 3).unref()
  }
  // Another server that found it stopped has ended all that it had open: it goes on as a new one.
  const renew = async () => {
    try {
      if ((await write(renewSql)).length > 0) return
      serverId = randomUUID()
      await write(beginSql)
    } catch {
      // Tried again soon; until then others may take it for stopped, which only ends what is open.
    }
  }
  const look = async () => {
    try {
      if ((await database.read(stoppedSql)).length > 0) await onStopped()
    } catch {
      // The next look is soon.
    }
  }
  const looking = setInterval(look, betweenLooks).unref()
  return {
    async held() {
      holding ??= begin().catch((error: unknown) => {
        holding = null
        throw error
      })
      await holding
      return serverId
    },
    current: () => serverId,
    async end() {
      clearInterval(looking)
      clearInterval(renewing)
      if (holding) await write('DELETE FROM servers WHERE server_id = $serverId').catch(() => {})
    },
  }
}

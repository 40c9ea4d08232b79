import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { StoreError } from '../store-error.ts'
import type { Database } from './connection.ts'
import { knownSchema } from './schema-steps.ts'

/** Milliseconds that a server counts as living after it last said so; it does so three times as often. */
const lasts = 9_000
/** How often each server looks for others that stopped, in milliseconds. */
const betweenLooks = 4_000

/** By the clock of the database, which all servers share. */
export const databaseTime = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** Nothing was taken away from the schema that this version uses. */
const isUsable = 'NOT EXISTS (SELECT FROM schema_steps WHERE needs > $knownSchema)'
const beginSql = `
  INSERT INTO servers (server_id, name, alive_until, known_schema)
  SELECT $serverId, $name, ${databaseTime} + $lasts, $knownSchema WHERE ${isUsable}
  ON CONFLICT (server_id) DO UPDATE SET alive_until = excluded.alive_until RETURNING server_id`
const renewSql = `
  UPDATE servers SET alive_until = ${databaseTime} + $lasts
  WHERE server_id = $serverId AND ${isUsable} RETURNING server_id`
const stoppedSql = `SELECT FROM servers WHERE alive_until < ${databaseTime} LIMIT 1`
/** What is open and has no server: that one stopped in order, or began it before it found that its time was over. */
const leftSql = `
  SELECT FROM (SELECT server_id FROM rotations WHERE outcome IS NULL UNION ALL SELECT server_id FROM open_checks) o
  WHERE NOT EXISTS (SELECT FROM servers s WHERE s.server_id = o.server_id) LIMIT 1`

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
  /** Called once the database was changed so that this version cannot use it. */
  readonly onOutdated: (reason: StoreError) => void
}

export function holdLease({ database, onStopped, onOutdated }: LeaseOptions): Lease {
  let serverId = randomUUID()
  let holding: Promise<void> | null = null
  let renewing: NodeJS.Timeout | undefined
  const server = { name: `${hostname()}:${process.pid}`, knownSchema: knownSchema() }

  // Each is one statement, which changes nothing more when it is run twice.
  const write = (sql: string) => database.read(sql, { serverId, lasts, ...server })
  const announce = async () => {
    if ((await write(beginSql)).length > 0) return
    const reason = outdated()
    onOutdated(reason)
    throw reason
  }
  const begin = async () => {
    await announce()
    renewing = setInterval(renew, lasts / 3).unref()
  }
  // Another server that found it stopped has ended all that it had open: it goes on as a new one.
  const renew = async () => {
    try {
      if ((await write(renewSql)).length > 0) return
      serverId = randomUUID()
      await announce()
    } catch {
      // Tried again soon; until then others may take it for stopped, which only ends what is open.
    }
  }
  // Its own request may still end it, so it is ended only where it was there at the look before, too.
  let wasLeft = false
  const isLeft = async () => {
    const before = wasLeft
    wasLeft = (await database.read(leftSql)).length > 0
    return before && wasLeft
  }
  const look = async () => {
    try {
      if ((await database.read(stoppedSql)).length > 0 || (await isLeft())) await onStopped()
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

const outdated = () =>
  new StoreError('rejected', 'SCHEMA', 'the database was changed by a newer version, which this one does not work with')

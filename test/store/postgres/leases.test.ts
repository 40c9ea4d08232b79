import { hostname } from 'node:os'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { custodians } from '../../harness/seed.ts'
import { begin, by, checkOf, endOf, install, intentOf } from '../contract/installation.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import { postgres } from '../engines/postgres.ts'
import { noPostgres } from './programs.ts'

/** Runs one statement behind the product's back; answers its rows. */
async function execute(url: string, sql: string): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const ofFireblocks = { custodianId: custodians.fireblocks }

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

describe('servers on one database', () => {
  test('what a living server has open stays open when another starts', async () => {
    await using place = await install(postgres)
    await using other = await place.data.otherServer()
    await begin(other.store, intentOf(place.tokenId))
    await other.store.beginCheck(checkOf(place.tokenId, ofFireblocks))
    expect(await place.store.endInterrupted(by())).toBe(0)
    expect(await place.data.truth.read('rotations')).toMatchObject([{ outcome: null }])
    expect(await place.data.truth.read('attempts'), 'its budget is held').toHaveLength(2)
    await other.kill()
    expect(await place.store.endInterrupted(by()), 'control: once its time is over').toBe(2)
    expect(await place.data.truth.read('attempts')).toEqual([])
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test('what a killed server has open is ended by another that never began anything', async () => {
    await using place = await install(postgres)
    await using other = await place.data.otherServer()
    await begin(other.store, intentOf(place.tokenId))
    process.kill(other.pid, 'SIGKILL')
    const ended = await place.data.truth.until('rotations', ({ outcome }) => outcome !== null)
    expect(ended).toMatchObject({ outcome: 'interrupted', reason: 'reason=server-stopped' })
    expect(await place.data.truth.read('attempts')).toEqual([])
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test('what a server left open when it stopped in order is ended by another', async () => {
    await using place = await install(postgres)
    const other = await place.data.otherServer()
    await begin(other.store, intentOf(place.tokenId))
    await other.store.beginCheck(checkOf(place.tokenId, ofFireblocks))
    await other[Symbol.asyncDispose]()
    expect(await place.data.truth.read('rotations'), 'control').toMatchObject([{ outcome: null }])
    await place.data.truth.until('rotations', ({ outcome }) => outcome === 'interrupted')
    expect(await place.data.truth.read('checks')).toEqual([])
    expect(await place.data.truth.read('attempts')).toEqual([])
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test('a server that was taken for stopped has nothing open, and begins again under another ID', async () => {
    await using place = await install(postgres)
    const intent = intentOf(place.tokenId)
    await begin(place.store, intent)
    const url = await place.data.url()
    await using other = await place.data.otherServer()
    await execute(url, `UPDATE servers SET alive_until = 0 WHERE name = '${hostname()}:${process.pid}'`)
    expect(await other.store.endInterrupted(by())).toBe(1)
    expect(await place.store.endRotation(endOf(intent.rotationId)), 'its own end comes too late').toBe(false)
    const own = `SELECT FROM servers WHERE name = '${hostname()}:${process.pid}' AND alive_until > 0`
    await expect.poll(() => execute(url, own)).toHaveLength(1)
    await begin(place.store, intentOf(place.tokenId))
    expect(await other.store.endInterrupted(by())).toBe(0)
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })
})

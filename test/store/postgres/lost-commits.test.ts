import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseDatabaseUrl } from '../../../server/store/database-place.ts'
import { openPool } from '../../../server/store/postgres/connection.ts'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store.ts'
import { inTransaction, type Transaction } from '../../../server/store/postgres/transact.ts'
import type { Store } from '../../../server/store/store.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { by, checkOf, install, intentOf, tokenOf } from '../contract/installation.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import { postgres } from '../engines/postgres.ts'
import { untilGone } from './commit-faults.ts'
import { type CommitProxy, type StruckConnection, startCommitProxy } from './commit-proxy.ts'
import { noPostgres } from './programs.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

/**
 * What becomes of a COMMIT whose sender loses its connection: it is done and the answer is lost, it never arrives, or it
 * arrives a moment after the sender gave up.
 */
type Cut = 'answered' | 'never' | 'late'

/** In milliseconds. */
const lateBy = 200
/** How often a write is tried. */
const mostTries = 6

describe('commits over connections that break', () => {
  const open = new AsyncDisposableStack()
  let place: Awaited<ReturnType<typeof install<ReturnType<typeof postgres.dataOf>>>>
  let proxy: CommitProxy
  let store: Store
  let anchorFile: string
  beforeAll(async () => {
    if (noPostgres !== null) return
    place = open.use(await install(postgres))
    const folder = open.use(await temporaryFolder())
    anchorFile = join(folder.path, 'audit.anchor')
    proxy = open.use(await startCommitProxy(await place.data.url()))
    store = open.adopt(await openPostgresStore({ place: parseDatabaseUrl(proxy.url), anchorFile }), (opened) =>
      opened.close(),
    )
    // From its first intent on, a server says that it lives.
    const { checkId } = checkOf(place.tokenId)
    await store.beginCheck(checkOf(place.tokenId, { checkId }))
    await store.endCheck({ checkId, verdict: null, reason: '', refusedBy: null, ...by() })
  })
  afterAll(() => open[Symbol.asyncDispose]())

  /** Cuts the connection of the next COMMIT, in this way. */
  const cut = (how: Cut) => {
    const strike = async (connection: StruckConnection) => {
      if (how !== 'late') return connection.cut()
      connection.cutFromServer()
      await sleep(lateBy)
      connection.goOn()
      await untilGone(await place.data.url(), connection)
    }
    proxy.strike({ moment: how === 'answered' ? 'unanswered' : 'before', strike })
  }
  const untilCut = async () => {
    expect(proxy.isArmed, 'control: it was cut').toBe(false)
    await proxy.struck()
  }
  const cutAll = (times: number) => {
    const strike = (connection: StruckConnection) => {
      connection.cut()
      if (times > 1) cutAll(times - 1)
    }
    proxy.strike({ moment: 'before', strike })
  }

  const recordsOf = async (actor: string) =>
    (await place.data.truth.read('audit')).filter((record) => record.actor === actor)

  test.each<Cut>(['answered', 'never', 'late'])('a write whose COMMIT is %s is stored once', async (how) => {
    cut(how)
    await store.recordAudit({ kind: 'data.imported', ...by(`sent ${how}`) })
    await untilCut()
    expect(await recordsOf(`sent ${how}`)).toHaveLength(1)
    const created = await store.createToken(tokenOf({ name: `of ${how}` }))
    expect(created.kind).toBe('created')
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test.each<Cut>(['answered', 'never', 'late'])(
    'an intent whose COMMIT is %s is decided before its end is stored',
    async (how) => {
      const intent = intentOf(place.tokenId)
      cut(how)
      await expect(store.beginRotation(intent)).rejects.toMatchObject({ cause: 'unknown-outcome' })
      const end = {
        rotationId: intent.rotationId,
        outcome: 'failed',
        verdict: null,
        reason: '',
        refusedBy: null,
      } as const
      expect(await store.endRotation({ ...end, answer: null, ...by() })).toBe(how === 'answered')
      await untilCut()
      const begun = (await place.data.truth.read('rotations')).filter(({ outcome }) => outcome === null)
      expect(begun, 'nothing begins later').toEqual([])
      expect(await brokenInvariants(place.data.truth)).toEqual([])
    },
  )

  test('a connection that breaks again and again is given up, and nothing was stored', async () => {
    cutAll(mostTries)
    await expect(store.recordAudit({ kind: 'data.imported', ...by('in vain') })).rejects.toMatchObject({
      cause: 'unreachable',
    })
    expect(proxy.isArmed, 'control: each try was cut').toBe(false)
    expect(await recordsOf('in vain')).toEqual([])
  })

  test('the anchor names the last record that was acknowledged', async () => {
    await store.recordAudit({ kind: 'data.imported', ...by('anchored') })
    const head = await store.auditHead()
    expect(readFileSync(anchorFile, 'utf8')).toBe(`${head?.sequence} ${head?.hash}\n`)
  })

  test('a database that lost an acknowledged record is refused, by its number', async () => {
    const [last] = (await place.data.truth.read('audit')).slice(-1)
    await place.data.tamper.remove('audit', ({ sequence }) => sequence === last?.sequence)
    await expect(openPostgresStore({ place: parseDatabaseUrl(proxy.url), anchorFile })).rejects.toThrow(
      `the database does not have record ${last?.sequence} of the audit`,
    )
  })
})

test('a COMMIT that is answered ROLLBACK, because a statement had failed, stored nothing and says so', async () => {
  await using place = await install(postgres)
  const database = openPool(parseDatabaseUrl(await place.data.url()))
  const mark = 'UPDATE write_tests SET at = $at RETURNING at'
  const fail = async ({ query }: Transaction, at: number) => {
    await query(mark, { at })
    await query('SELECT 1 / 0').catch(() => {})
  }
  const done = inTransaction(database, (transaction) => fail(transaction, 1), { isRepeated: true })
  await expect(done).rejects.toThrow('COMMIT was answered ROLLBACK')
  const marked = async () => (await database.read<{ at: bigint }>('SELECT at FROM write_tests'))[0]?.at
  expect(await marked()).not.toBe(1n)
  await inTransaction(database, ({ query }) => query(mark, { at: 2 }), { isRepeated: true })
  expect(await marked(), 'control').toBe(2n)
  await database.close()
})
